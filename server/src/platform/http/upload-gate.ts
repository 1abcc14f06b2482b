import { AppError } from '../../errors.ts';

export interface UploadGate {
  /** @throws AppError service_unavailable where too many are inside */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Lets so many uploads in at once and sends the others away at once, rather than let them pile up. */
export function createUploadGate(most: number): UploadGate {
  let inside = 0;
  return {
    async run(work) {
      if (inside >= most) throw new AppError('service_unavailable', { retryAfter: 2 });
      inside += 1;
      try {
        return await work();
      } finally {
        inside -= 1;
      }
    },
  };
}
