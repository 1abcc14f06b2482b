import { createServer } from 'node:net';

/**
 * Below the ports that systems give to whoever calls out (Linux from 32768, others from 49152): one of those may belong to a connection
 * by the time a process that was stopped comes back to it.
 */
const [lowest, highest] = [20_000, 32_767];
const ports = highest + 1 - lowest;
const mostTries = 100;
/** About the golden ratio of `ports`, so that processes with neighbouring ids begin far from each other. */
const stride = 7891;
let next = (process.pid * stride) % ports;

/**
 * A port that is free on this address now, and that no outgoing connection takes. It is free until somebody listens on it, so a process is
 * never given the same one again before all others, and processes that look for one at the same time look in different places.
 * @throws where the address is not of this machine
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = lowest + next;
    next = (next + 1) % ports;
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
