import { type PointerEvent, useRef } from 'react';

/** Shorter ways of a finger are taps that slipped. */
const swipePixels = 50;

/**
 * Handlers for an element over which a finger is drawn to the side: to the left leads on (1), to the right back (-1). A mouse has buttons
 * for it unless it is to do the same, and two fingers mean something else. The element lets fingers scroll up and down only (`touch-action: pan-y pinch-zoom`).
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
