import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A thread that stays for a while when it has nothing to do: starting one and loading the models takes longer than finding faces. */
export interface WarmThread {
  worker: Worker;
  /** There is work again. */
  wake(): void;
  /** There is none: it keeps no process alive, and is ended when it has rested for a while, of which `onEnd` tells just before. */
  rest(onEnd: () => void): void;
}

const REST_MS = 20_000;
/** Where Node.js keeps what it compiles of a thread's modules, for the next one; where it cannot be written, it does without. */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/keepsake-threads');

export function startThread(file: URL): WarmThread {
  // oxlint-disable-next-line node/no-process-env -- handed on as it is, as every thread gets it
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env };
  const worker = new Worker(file, { env });
  let ending: NodeJS.Timeout | undefined;
  return {
    worker,
    wake() {
      clearTimeout(ending);
      worker.ref();
    },
    rest(onEnd) {
      worker.unref();
      ending = setTimeout(() => {
        onEnd();
        void worker.terminate();
      }, REST_MS);
      ending.unref();
    },
  };
}
