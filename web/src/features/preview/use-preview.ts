import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PreviewState } from './messages.ts';
import { openPreview, type PreviewSession } from './preview-client.ts';

export interface Preview {
  state: PreviewState;
  /** Undefined without a photo. */
  session: PreviewSession | undefined;
}

const none: Preview = { state: { status: 'idle' }, session: undefined };

/**
 * Draws previews of a photo in a worker; nothing is uploaded. Another photo replaces it at once. Without a photo nothing is loaded, and the worker
 * ends with the last component that uses it.
 */
export function usePreview(photo: Blob | undefined): Preview {
  const [store] = useState(createStore);
  useEffect(() => store.show(photo), [store, photo]);
  useEffect(() => () => store.show(undefined), [store]);
  return useSyncExternalStore(store.subscribe, store.read, () => none);
}

function createStore() {
  let preview = none;
  const listeners = new Set<() => void>();
  const set = (next: Preview) => {
    preview = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => preview,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show(photo: Blob | undefined) {
      if (photo) {
        // A stopped worker does not answer, so the next photo gets a new one.
        if (preview.state.status === 'failed' && preview.state.code === 'unavailable') {
          preview.session?.close();
          preview = none;
        }
        const session = preview.session ?? openPreview((state) => set({ state, session }));
        session.show(photo);
      } else {
        preview.session?.close();
        set(none);
      }
    },
  };
}
