export interface UploadQueue {
  add(ids: readonly string[]): void;
  /** Takes an upload out of the line, or stops it where it runs. */
  cancel(id: string): void;
}

interface Settings {
  /** How many uploads run side by side. */
  parallel: number;
  /** Whether the set exists already. The first upload makes it, so until then uploads go one by one: all land in one set. */
  hasBucket(): boolean;
  /** Sends one photo; settles its own failures. Never called twice at once for one id. */
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
