import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { forgetAtEnd } from '../../shared/session.ts';
import { VisuallyHidden } from '../text.tsx';

const useWords = create(() => '');

/** Announces a text to screen readers only, such as "Photo 2, Smile is ready". */
export function announce(words: string): void {
  // A trailing no-break space makes a repeated text a change, so that it is read again.
  useWords.setState((before) => (words === before ? `${words}\u00a0` : words));
}

// It names photos and films of whoever was signed in, and would stay in the page for screen readers.
forgetAtEnd('announcement', () => useWords.setState(''));

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
 * The container of toasts and announcements. A modal dialog makes everything outside it inert, for the pointer and for screen readers:
 * the layer is moved into the topmost open dialog, and back to the body.
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

/** Moves the layer into a dialog that was just opened. @returns a function that moves it back, to call before the dialog closes */
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
