import { useEffect, useState } from 'react';
import { ApiError } from '../../../shared/api.ts';
import { queryClient } from '../../../shared/query.ts';
import { promptsQuery } from '../../prompts/prompts.api.ts';
import { useCart } from './cart.ts';
import { hasUnsavedChoices, isUnsaved, saveChoices, saveSoon } from './save-choices.ts';

export type SaveState = 'nothing' | 'saving' | 'saved' | 'failed';

const debounceMs = 1_000;

type Result = 'nothing' | 'saved' | 'failed';

/**
 * Saves the effects one second after the last change, and when the customer leaves, closes the page or locks the phone. Errors are only
 * indicated; Continue saves again and reports them.
 */
export function useAutosave(enabled: boolean): SaveState {
  const photos = useCart((cart) => cart.photos);
  const [result, setResult] = useState<Result>('nothing');
  const hasUnsaved = photos.some(isUnsaved);
  useEffect(() => {
    if (!enabled || !photos.some(isUnsaved)) return;
    const timer = setTimeout(() => save(setResult), debounceMs);
    return () => clearTimeout(timer);
  }, [enabled, photos]);
  useEffect(() => {
    if (!enabled) return;
    const onHide = () => {
      if (hasUnsavedChoices()) save(setResult);
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onHide);
      saveSoon();
    };
  }, [enabled]);
  if (result === 'failed') return 'failed';
  return hasUnsaved ? 'saving' : result;
}

function save(tell: (result: Result) => void): void {
  saveChoices().then(
    () => tell('saved'),
    (error: unknown) => {
      tell('failed');
      renewOffer(error);
    },
  );
}

/** Fetches the effects anew if one could not be saved that was on offer when the page was opened. */
export function renewOffer(error: unknown): void {
  if (error instanceof ApiError && error.code === 'prompt_not_available')
    void queryClient.invalidateQueries({ queryKey: promptsQuery.queryKey });
}
