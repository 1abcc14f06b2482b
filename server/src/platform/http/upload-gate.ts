import { AppError } from '../../errors.ts';

export interface UploadGate {
  /**
   * Receives an upload, and processes it in a slot.
   * @param keys what the upload counts against until it is answered: an account, a network
   * @throws AppError service_unavailable if too many uploads are being processed; rate_limited if too many of them belong to one key
   */
  run<Received, T>(
    keys: readonly UploadKey[],
    receive: () => Promise<Received>,
    work: (received: Received) => Promise<T>,
  ): Promise<T>;
}

export interface UploadKey {
  /** Unique among accounts and networks together. */
  name: string;
  /** Concurrent uploads of this key. */
  most: number;
}

/**
 * Limits how many uploads are processed at the same time, and refuses further ones instead of queueing them. An upload that is still arriving has no
 * slot: a few senders of next to nothing would occupy all of them. Its connection, and what it sends before the request times out, count against its keys.
 */
export function createUploadGate(most: number): UploadGate {
  let inside = 0;
  const startedOf = new Map<string, number>();
  const count = (name: string, change: number) => {
    const now = (startedOf.get(name) ?? 0) + change;
    if (now > 0) startedOf.set(name, now);
    else startedOf.delete(name);
  };
  const refuseIfFull = () => {
    if (inside >= most) throw new AppError('service_unavailable', { retryAfter: 2 });
  };
  const inSlot = async <Received, T>(work: (received: Received) => Promise<T>, received: Received) => {
    refuseIfFull();
    inside += 1;
    try {
      return await work(received);
    } finally {
      inside -= 1;
    }
  };
  return {
    async run(keys, receive, work) {
      refuseIfFull();
      if (keys.some((key) => (startedOf.get(key.name) ?? 0) >= key.most))
        throw new AppError('rate_limited', { retryAfter: 2 });
      for (const { name } of keys) count(name, 1);
      try {
        return await inSlot(work, await receive());
      } finally {
        for (const { name } of keys) count(name, -1);
      }
    },
  };
}
