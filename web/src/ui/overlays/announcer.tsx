import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { VisuallyHidden } from '../text.tsx';

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

/**
 * Where toasts and announcements stand. A modal dialog makes everything outside it inert, for the pointer and for screen readers: the layer
 * lives in the topmost dialog while one is open, and in the body otherwise.
 */
let layer: HTMLElement | null = null;
const dialogs: HTMLDialogElement[] = [];

export const layerMoved = 'layermoved';

export function spokenLayer(): HTMLElement {
  if (layer === null) {
    layer = document.createElement('div');
    layer.style.display = 'contents';
  }
  if (!layer.isConnected) place();
  return layer;
}

/** Takes the layer into a dialog that has just been opened. @returns what gives it back, before the dialog goes away */
export function takeSpokenLayer(dialog: HTMLDialogElement): () => void {
  dialogs.push(dialog);
  place();
  return () => {
    dialogs.splice(dialogs.lastIndexOf(dialog), 1);
    place();
  };
}

function place(): void {
  const home = dialogs.at(-1) ?? document.body;
  if (layer === null || layer.parentElement === home) return;
  home.append(layer);
  layer.dispatchEvent(new Event(layerMoved));
}
