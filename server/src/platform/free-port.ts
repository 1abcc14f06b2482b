import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to whoever calls out (Linux from 32768, others from 49152): one of those may belong to a connection
 * by the time a process that was stopped comes back to it.
 */
const [lowest, highest] = [20_000, 32_767];
const mostTries = 100;
/** Processes that look for a port at the same time look in different places first: a port is free until the first of them listens on it. */
const [slices, triesInSlice] = [128, 20];
const sliceSize = Math.floor((highest + 1 - lowest) / slices);

/** A port that is free on this address now, and that no outgoing connection takes. @throws where the address is not of this machine */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port =
      tries < triesInSlice
        ? lowest + (process.pid % slices) * sliceSize + randomInt(sliceSize)
        : randomInt(lowest, highest + 1);
    if (await isFree(port, host)) return port;
  }
  throw new Error(`No port of ${lowest} to ${highest} is free`);
}

/** Whether nobody listens on this port now. @throws where the address is not of this machine */
export async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
