import { useEffect, useState } from 'react';
import { ApiError } from '../../../shared/api.ts';
import { queryClient } from '../../../shared/query.ts';
import { promptsQuery } from '../../prompts/prompts.api.ts';
import { saveActions } from '../photos.api.ts';
import type { CartPhoto } from './cart-photo.ts';
import { useCart } from './cart.ts';

export type SaveState = 'nothing' | 'saving' | 'saved' | 'failed';

const debounceMs = 1_000;

let running: Promise<void> = Promise.resolve();

/** Saves the effects one second after the last change. Errors are only indicated; Continue saves again and reports them. */
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
  if (result === 'failed') return 'failed';
  return hasUnsaved ? 'saving' : result;
}

/**
 * Sends unsaved effects to the server, one request at a time. A change made during a request stays unsaved for
 * the next one. Throws ApiError.
 */
export function saveChoices(): Promise<void> {
  const saved = running.catch(() => {}).then(saveNow);
  running = saved;
  return saved;
}

export function hasUnsavedChoices(): boolean {
  return useCart.getState().photos.some(isUnsaved);
}

function isUnsaved(photo: CartPhoto): boolean {
  return photo.unsaved && photo.photoId !== null;
}

async function saveNow(): Promise<void> {
  const sent = useCart.getState().photos.filter(isUnsaved);
  if (sent.length === 0) return;
  try {
    await saveActions(sent.flatMap((photo) => (photo.photoId ? [{ id: photo.photoId, actions: photo.actions }] : [])));
  } catch (error) {
    // An effect on offer when the page was opened was withdrawn since.
    if (error instanceof ApiError && error.code === 'prompt_not_available')
      void queryClient.invalidateQueries({ queryKey: promptsQuery.queryKey });
    throw error;
  }
  const saved = new Map(sent.map((photo) => [photo.id, photo.actions]));
  useCart.setState(({ photos }) => ({
    photos: photos.map((photo) => (saved.get(photo.id) === photo.actions ? { ...photo, unsaved: false } : photo)),
  }));
}
