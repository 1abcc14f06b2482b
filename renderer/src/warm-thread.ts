import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread whose modules are compiled once and not for every film or photo, which takes longer than looking for faces.
 * Where the folder of what is compiled cannot be written, Node.js does without.
 */
export function startThread(file: URL, options: Pick<WorkerOptions, 'workerData'> = {}): Worker {
  // oxlint-disable-next-line node/no-process-env -- handed on as it is, as every thread gets it
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env };
  return new Worker(file, { ...options, env });
}

/** Among what the packages' installation brought, which belongs to whoever installed it and goes with it. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/keepsake-threads');
