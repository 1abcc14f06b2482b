import { createServer } from 'node:net';

/**
 * Below the ephemeral ports (Linux from 32768, others from 49152): one of those may belong to an outgoing connection
 * by the time a stopped process starts again and needs it.
 */
const [lowest, highest] = [20_000, 32_767];
const ports = highest + 1 - lowest;
const maxTries = 100;
/** About the golden ratio of `ports`, so that processes with consecutive ids start far from each other. */
const stride = 7891;
let next = (process.pid * stride) % ports;

/**
 * A port that is free on this address now, and that no outgoing connection takes. It stays free until somebody listens on it. So a process gets the
 * same port again only after all others, and processes that search at the same time start in different places.
 * @throws if this machine does not have the address
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = lowest + next;
    next = (next + 1) % ports;
    if (await isFree(port, host)) return port;
  }
  throw new Error(`No port of ${lowest} to ${highest} is free`);
}

/** Whether the port is free now. @throws if this machine does not have the address */
export async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
