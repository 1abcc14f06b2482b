import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { VisuallyHidden } from '../text.tsx';
import { spokenLayer } from './spoken-layer.ts';

const useWords = create(() => '');

/** Says something to screen readers alone, such as "Photo 2, Smile is ready". */
export function announce(words: string): void {
  // A trailing no-break space makes the same words news again.
  useWords.setState((before) => (words === before ? `${words}\u00a0` : words));
}

export function Announcer() {
  const words = useWords();
  return createPortal(
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {words}
    </VisuallyHidden>,
    spokenLayer(),
  );
}
