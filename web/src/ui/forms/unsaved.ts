import { createContext, use, useEffect, useId } from 'react';
import { create } from 'zustand';

/** Forms of the page with unsaved changes. */
const unsaved = new Set<string>();

/** The open question, with the action to run if changes may be discarded. */
const useQuestion = create<{ discard: (() => void) | null }>(() => ({ discard: null }));

export type UnsavedForms = Set<string>;

/** The unsaved forms of the surrounding dialog. */
export const DialogForms = createContext<UnsavedForms | null>(null);

export function isAnyUnsaved(): boolean {
  return unsaved.size > 0;
}

/** Registers a form's unsaved changes, so that leaving its page or dialog asks for confirmation. */
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

/** Asks whether to discard changes (UnsavedGuard); `discard` runs on confirmation. */
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
