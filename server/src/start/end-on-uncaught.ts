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
