import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A worker thread that is kept while idle: starting it and loading the models takes longer than finding faces. */
export interface WarmThread {
  worker: Worker;
  /** Cancels the idle timeout and keeps the process alive. */
  markBusy(): void;
  /** Lets the process exit, and terminates the thread after `IDLE_MS`; calls `onEnd` just before. */
  markIdle(onEnd: () => void): void;
}

const IDLE_MS = 20_000;
/**
 * Folder of Node.js' compile cache for the threads' modules, which saves 0.1 s per start. Optional: if it is not
 * writable, nothing is cached.
 */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/keepsake-threads');

export function startThread(file: URL): WarmThread {
  // oxlint-disable-next-line node/no-process-env -- passed on unchanged, as every thread gets it
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env };
  const worker = new Worker(file, { env });
  let ending: NodeJS.Timeout | undefined;
  return {
    worker,
    markBusy() {
      clearTimeout(ending);
      worker.ref();
    },
    markIdle(onEnd) {
      worker.unref();
      ending = setTimeout(() => {
        onEnd();
        void worker.terminate();
      }, IDLE_MS);
      ending.unref();
    },
  };
}
