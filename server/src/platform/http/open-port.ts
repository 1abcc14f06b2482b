import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Connections that may wait to be accepted; the system allows no more than `net.core.somaxconn`. */
const backlog = 4096;

/** Milliseconds. A tick of the event loop that is shorter than this hardly misses a connection. */
const shortTickMs = 0.1;
/** Milliseconds. A busy machine may have no short tick for a while. */
const longestWaitMs = 500;
/** Milliseconds during which a request on a connection that is about to close is still answered. */
const lastIdleMs = 200;

/**
 * Listens on a port; waits up to 15 seconds for a stopping process to release it.
 * @returns a function that stops accepting connections, then waits until the open requests are answered
 * @throws Error that names the port when another program has it
 */
export async function openPort(app: FastifyInstance, port: number, host: string): Promise<() => Promise<void>> {
  await listen(app, port, host);
  return async () => {
    // Every answer says from now on that its connection closes: whoever asks again asks on another one.
    app.server.prependListener('request', (_, response) => {
      response.shouldKeepAlive = false;
    });
    // A response that began earlier may have announced a longer keep-alive.
    app.server.keepAliveTimeout = lastIdleMs;
    await delay(lastIdleMs);
    // A timer fires before what has arrived meanwhile is read, which can be long ago on a busy machine.
    await new Promise(setImmediate);
    // Idle for so long that hardly a request is on its way. Closed here, so that closing the server later takes no time.
    app.server.closeIdleConnections();
    await untilBacklogEmpty(app);
    // Not left to Fastify, which runs its hooks before it closes the listener.
    const closed = once(app.server.close(), 'close');
    await Promise.all([app.close(), closed]);
  };
}

async function listen(app: FastifyInstance, port: number, host: string): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    try {
      await app.listen({ port, host, backlog });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (Date.now() > deadline)
        throw new Error(`Port ${port} is in use: stop what listens there, or set PORT to another one.`, {
          cause: error,
        });
    }
    await delay(200);
  }
}

/**
 * The system resets a connection that has arrived but was not accepted when its listener closes, and Node.js accepts one per tick
 * (https://github.com/libuv/libuv/pull/3696). So a listener closes right after a short tick in which none came.
 */
async function untilBacklogEmpty({ server }: FastifyInstance): Promise<void> {
  let came = false;
  server.on('connection', () => {
    came = true;
  });
  await new Promise(setImmediate);
  const deadline = performance.now() + longestWaitMs;
  for (let startedAt = performance.now(); startedAt < deadline; startedAt = performance.now()) {
    came = false;
    await new Promise(setImmediate);
    if (!came && performance.now() - startedAt < shortTickMs) break;
  }
}
