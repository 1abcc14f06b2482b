import { AppError } from '../../errors.ts';

export interface UploadGate {
  /**
   * @param keys whom the upload is counted for: an account, a network
   * @throws AppError service_unavailable where too many are inside, rate_limited where too many of them are of one of the keys
   */
  run<T>(keys: readonly UploadKey[], work: () => Promise<T>): Promise<T>;
}

export interface UploadKey {
  /** Must differ between accounts and networks. */
  name: string;
  /** So many uploads of it at once. */
  most: number;
}

/**
 * Lets so many uploads in at once and sends the others away at once, rather than let them pile up. A place is held from before the body is
 * read, so whoever sends slowly could hold all of them: nobody has more than a few.
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
