import { useSyncExternalStore } from 'react';

/** Code that could not be loaded: it was replaced by a deployment, or the network failed. */
export class CodeUnavailable extends Error {
  override readonly name = 'CodeUnavailable';
}

/** Timeout for loading code. */
const longestMs = 120_000;

// Removes stylesheet links that failed: Vite treats a link in the document as loaded, so a retry would render without it.
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
  },
  { capture: true },
);

let loading = 0;

const listeners = new Set<() => void>();

/** Wraps every `import()` of the site with a timeout and a loading indicator. Throws CodeUnavailable. */
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

/** Whether code is being loaded. */
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
  // Deferred, because React may be rendering the component that loads it.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}

/** The promise's result, or a rejection after the timeout. */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
