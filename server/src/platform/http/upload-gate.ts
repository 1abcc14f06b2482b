import { AppError } from '../../errors.ts';

export interface UploadGate {
  /**
   * @param keys what the upload counts against: an account, a network
   * @throws AppError service_unavailable if too many uploads are running; rate_limited if too many of them belong to one key
   */
  run<T>(keys: readonly UploadKey[], work: () => Promise<T>): Promise<T>;
}

export interface UploadKey {
  /** Unique among accounts and networks together. */
  name: string;
  /** Concurrent uploads of this key. */
  most: number;
}

/**
 * Allows a limited number of concurrent uploads and refuses further ones at once instead of queueing them. A slot is held from before the body is
 * read, so a slow client could occupy all of them: each key has a limit of its own.
 */
export function createUploadGate(most: number): UploadGate {
  let inside = 0;
  const insideOf = new Map<string, number>();
  const count = (name: string, change: number) => {
    const now = (insideOf.get(name) ?? 0) + change;
    if (now > 0) insideOf.set(name, now);
    else insideOf.delete(name);
  };
  return {
    async run(keys, work) {
      if (inside >= most) throw new AppError('service_unavailable', { retryAfter: 2 });
      if (keys.some((key) => (insideOf.get(key.name) ?? 0) >= key.most))
        throw new AppError('rate_limited', { retryAfter: 2 });
      inside += 1;
      for (const { name } of keys) count(name, 1);
      try {
        return await work();
      } finally {
        inside -= 1;
        for (const { name } of keys) count(name, -1);
      }
    },
  };
}
