import { createContext, use, useEffect, useId } from 'react';
import { create } from 'zustand';

/** Forms of the page with changes that nobody has saved. */
const unsaved = new Set<string>();

/** What is asked before they are lost; what happens when they may be. */
const useQuestion = create<{ discard: (() => void) | null }>(() => ({ discard: null }));

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
  useQuestion.setState({ discard });
}

export function useDiscardQuestion(): { discard: () => void; keep: () => void } | null {
  const { discard } = useQuestion();
  if (discard === null) return null;
  const keep = () => useQuestion.setState({ discard: null });
  return {
    discard: () => {
      keep();
      discard();
    },
    keep,
  };
}
