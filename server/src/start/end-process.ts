import type { Log } from '../platform/log.ts';

/**
 * Logs an uncaught error and ends the process, because its state is unknown. The supervisor
 * restarts it, and jobs and leases are taken over as after a crash.
 */
export function endOnUncaught(log: Log): void {
  // Unhandled rejections arrive here too.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error');
    process.exit(1);
  });
}

/** Milliseconds that a graceful stop may take. */
const longestStopMs = 9_500;

/**
 * Resolves at the first SIGTERM, SIGINT or SIGHUP. A signal to the whole process group arrives twice, once through npm, so a second one
 * counts only after a second has passed: then, or when the time for a graceful stop is over, the process ends at once.
 */
export function untilStopped(log: Log): Promise<void> {
  return new Promise((resolve) => {
    let stoppingSince: number | undefined;
    const stop = (signal: string) => {
      if (stoppingSince === undefined) {
        stoppingSince = performance.now();
        log.info({ signal }, 'stopping');
        setTimeout(() => process.exit(1), longestStopMs).unref();
        resolve();
      } else if (performance.now() - stoppingSince > 1000) process.exit(1);
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  });
}

/** Under `npm start` this process is a child of npm: if npm is killed with SIGKILL, it stops as well, and releases port and database. */
export function stopWithParent(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}
