import { createContext, use, useEffect, useId, useSyncExternalStore } from 'react';

/** Forms of the page with changes that nobody has saved. */
const unsaved = new Set<string>();

/** What is asked before they are lost; what happens when they may be. */
let question: (() => void) | null = null;
const listeners = new Set<() => void>();

export type UnsavedForms = Set<string>;

/** Those of the dialog that a form is in. */
export const DialogForms = createContext<UnsavedForms | null>(null);

export function isAnyUnsaved(): boolean {
  return unsaved.size > 0;
}

/** A form has changes that are lost when its page or its dialog is left: that is asked about first. */
export function useUnsaved(isChanged: boolean): void {
  const id = useId();
  const ofDialog = use(DialogForms);
  useEffect(() => {
    if (!isChanged) return;
    unsaved.add(id);
    ofDialog?.add(id);
    return () => {
      unsaved.delete(id);
      ofDialog?.delete(id);
    };
  }, [id, isChanged, ofDialog]);
}

/** Asks whether changes may be lost (UnsavedGuard); `discard` runs where they may. */
export function askToDiscard(discard: () => void): void {
  ask(discard);
}

export function useDiscardQuestion(): { discard: () => void; keep: () => void } | null {
  const discard = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
    () => null,
  );
  if (discard === null) return null;
  return {
    discard: () => {
      ask(null);
      discard();
    },
    keep: () => ask(null),
  };
}

function ask(next: (() => void) | null): void {
  question = next;
  for (const listener of listeners) listener();
}
