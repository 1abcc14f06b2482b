import { readFileSync } from 'node:fs';

/** Whether a process of this machine runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** Whether a process is dead but not reaped by its parent; process 1 of a container may never reap it. */
export function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    // Gone meanwhile, or a system without /proc.
    return false;
  }
}
