import type { Log } from '../platform/log.ts';

/**
 * The last resort: an error that nobody caught leaves the process in a state that nobody knows. It is logged and the process ends; who runs
 * it starts it again, and jobs and leases are taken over as after a crash.
 */
export function endOnUncaught(log: Log): void {
  // Rejections that nobody handles arrive here too.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error');
    process.exit(1);
  });
}
