import { type PointerEvent, useRef } from 'react';

/** Shorter moves count as taps. */
const swipePixels = 50;

/**
 * Handlers for horizontal swipes: left calls back with 1, right with -1. A mouse is ignored unless `byMouse` is set,
 * and so are two fingers. The element needs `touch-action: pan-y pinch-zoom`.
 */
export function useSwipe(onSwipe: (by: 1 | -1) => void, { byMouse = false } = {}) {
  const touched = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
      touched.current = (byMouse || pointerType !== 'mouse') && isPrimary ? { x: clientX, y: clientY } : null;
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = touched.current;
      touched.current = null;
      if (from === null) return;
      const [right, down] = [clientX - from.x, clientY - from.y];
      if (Math.abs(right) >= swipePixels && Math.abs(right) > Math.abs(down)) onSwipe(right < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      touched.current = null;
    },
  };
}
