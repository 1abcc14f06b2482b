import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { VisuallyHidden } from '../text.tsx';
import { spokenLayer } from './spoken-layer.ts';

let text = '';
const listeners = new Set<() => void>();

/** Says something to screen readers alone, such as "Photo 2, Smile is ready". */
export function announce(words: string): void {
  // A trailing no-break space makes the same words news again.
  text = words === text ? `${words}\u00a0` : words;
  for (const listener of listeners) listener();
}

export function Announcer() {
  const words = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => text,
    () => '',
  );
  return createPortal(
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {words}
    </VisuallyHidden>,
    spokenLayer(),
  );
}
