import { type RefObject, useLayoutEffect } from 'react';

const heights = new Map<object, number>();

/**
 * For anything fixed to the bottom of the window: publishes its height as --overlay-h, so that the page can scroll its last line
 * and every focused control above it (WCAG 2.2, 2.4.11).
 */
export function useOverlayHeight(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      heights.set(element, getComputedStyle(element).position === 'fixed' ? element.offsetHeight : 0);
      publish();
    });
    observer.observe(element, { box: 'border-box' });
    return () => {
      observer.disconnect();
      heights.delete(element);
      publish();
    };
  }, [ref]);
}

function publish(): void {
  document.documentElement.style.setProperty('--overlay-h', `${Math.max(0, ...heights.values())}px`);
}
