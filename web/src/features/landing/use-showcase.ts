import { type RefObject, useEffect, useState } from 'react';
import { useSwipe } from '../../ui/use-swipe.ts';
import { useMotion } from './motion.tsx';

const advanceMs = 5000;
/** Where all steps stand beside each other, and follow one another by themselves. */
const isWide = '(width >= 64rem)';

/**
 * Which of so many steps is shown. On wide screens the next follows by itself while the showcase is seen, nobody points at it or is in it, and
 * films may move; on narrow ones a swipe leads on.
 */
export function useShowcase(count: number, ref: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const moving = useMotion();
  const go = (step: number) => setCurrent(Math.max(0, Math.min(count - 1, step)));
  const swipe = useSwipe(
    (by) => {
      if (!window.matchMedia(isWide).matches) go(current + by);
    },
    { byMouse: true },
  );

  useEffect(() => {
    const showcase = ref.current;
    if (!moving || isHeld || showcase === null) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        clearInterval(timer);
        if (entry === undefined || entry.intersectionRatio < 0.5 || !window.matchMedia(isWide).matches) return;
        timer = setInterval(() => setCurrent((step) => (step + 1) % count), advanceMs);
      },
      { threshold: [0, 0.5] },
    );
    observer.observe(showcase);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [count, isHeld, moving, ref]);

  return {
    current,
    go,
    /** For the element that is looked at. */
    handlers: {
      onMouseEnter: () => setHeld(true),
      onMouseLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
      ...swipe,
    },
  };
}
