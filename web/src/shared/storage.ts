import type * as z from 'zod/mini';
import { logProblem } from './log.ts';

/**
 * Browser storage that never throws: if the browser refuses it (blocked cookies, full quota), values are kept in memory until the
 * page is closed, so the visitor can still work.
 */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  clear(): void;
}

export const local: KeyValue = keyValue(() => window.localStorage);
export const session: KeyValue = keyValue(() => window.sessionStorage);

/** When a visitor's photo was kept (photos/tried-photo.ts), in ms: a check whether there is one needs no further code. */
export const triedPhotoAt = 'triedPhotoAt';

/** The JSON under `key` if it matches the schema; any other value is removed and counts as absent. */
export function readJson<T extends z.ZodMiniType>(store: KeyValue, key: string, schema: T): z.output<T> | null {
  const text = store.get(key);
  if (text === null) return null;
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  store.remove(key);
  return null;
}

export function writeJson(store: KeyValue, key: string, value: unknown): void {
  store.set(key, JSON.stringify(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keyValue(open: () => Storage): KeyValue {
  const memory = new Map<string, string>();
  const attempt = <T>(action: (storage: Storage) => T, otherwise: T): T => {
    if (typeof window === 'undefined') return otherwise;
    try {
      return action(open());
    } catch (error) {
      logProblem('The browser refused its storage; values are kept until this page is closed.', error);
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, value) {
      const stored = attempt((storage) => (storage.setItem(key, value), true), false);
      if (stored) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    clear() {
      memory.clear();
      attempt((storage) => storage.clear(), undefined);
    },
  };
}
