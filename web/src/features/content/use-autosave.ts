import { useEffect, useState } from 'react';
import { useCart } from './cart.ts';
import { isUnsaved, saveChoices } from './save-choices.ts';

export type SaveState = 'nothing' | 'saving' | 'saved' | 'failed';

const calmMs = 1_000;

/** Saves choices a moment after the last one. A failure is only shown: Continue saves again, and says what is wrong. */
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
    }, calmMs);
    return () => clearTimeout(timer);
  }, [enabled, photos]);
  if (result === 'failed') return 'failed';
  return hasUnsaved ? 'saving' : result;
}
