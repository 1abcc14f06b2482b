import { useEffect, useState } from 'react';
import { useCart } from './cart.ts';
import { isUnsaved, saveChoices, saveSoon } from './save-choices.ts';

export type SaveState = 'nothing' | 'saving' | 'saved' | 'failed';

const debounceMs = 1_000;

/**
 * Saves the effects one second after the last change, and when the customer leaves. Errors are only indicated; Continue saves again and
 * reports them.
 */
export function useAutosave(enabled: boolean): SaveState {
  const photos = useCart((cart) => cart.photos);
  const [result, setResult] = useState<'nothing' | 'saved' | 'failed'>('nothing');
  const hasUnsaved = photos.some(isUnsaved);
  useEffect(() => {
    if (!enabled || !photos.some(isUnsaved)) return;
    const timer = setTimeout(() => {
      saveChoices().then(
        () => setResult('saved'),
        () => setResult('failed'),
      );
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [enabled, photos]);
  useEffect(() => (enabled ? () => saveSoon() : undefined), [enabled]);
  if (result === 'failed') return 'failed';
  return hasUnsaved ? 'saving' : result;
}
