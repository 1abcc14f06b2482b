import { useSyncExternalStore } from 'react';

/** A part of the site that did not come: a newer version has taken its place, or the network is away. */
export class CodeUnavailable extends Error {
  override readonly name = 'CodeUnavailable';
}

/** How long a part is waited for. */
const longestMs = 120_000;

// Vite takes a stylesheet that stands in the document for one that has come: the next try would draw without it.
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
  },
  { capture: true },
);

let loading = 0;

const listeners = new Set<() => void>();

/** Every `import()` of the site goes through here: it ends, and what waits for it is seen. Throws CodeUnavailable. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  count(1);
  try {
    return await within(longestMs, load(), () => new Error(`No answer within ${longestMs / 1000} s`));
  } catch (cause) {
    throw new CodeUnavailable('A part of the site could not be loaded.', { cause });
  } finally {
    count(-1);
  }
}

/** Whether something is on its way. */
export function useCodeIsLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => loading > 0,
    () => false,
  );
}

function count(change: number): void {
  loading += change;
  // Not at once: React may be drawing what asks for it.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}

/** What a promise gives, or a failure where it takes longer than this. */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
