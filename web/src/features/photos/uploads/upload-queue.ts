export interface UploadQueue {
  add(ids: readonly string[]): void;
  /** Removes an upload from the queue, or aborts it if it is running. */
  cancel(id: string): void;
}

interface Settings {
  /** Maximum number of concurrent uploads. */
  parallel: number;
  /** Whether the bucket exists. The first upload creates it; until then uploads run one at a time, so that all end up in one bucket. */
  hasBucket(): boolean;
  /** Uploads one photo and handles its own errors. Never called concurrently for the same id. */
  upload(id: string, signal: AbortSignal): Promise<void>;
}

export function createUploadQueue({ parallel, hasBucket, upload }: Settings): UploadQueue {
  let line: string[] = [];
  const running = new Map<string, AbortController>();

  function startNext(): void {
    const room = (hasBucket() ? parallel : 1) - running.size;
    const next = line.find((id) => !running.has(id));
    if (room <= 0 || next === undefined) return;
    line = line.filter((id) => id !== next);
    const control = new AbortController();
    running.set(next, control);
    void upload(next, control.signal).finally(() => {
      running.delete(next);
      startNext();
    });
    startNext();
  }

  return {
    add(ids) {
      line = [...new Set([...line, ...ids])];
      startNext();
    },
    cancel(id) {
      line = line.filter((waiting) => waiting !== id);
      running.get(id)?.abort();
    },
  };
}
