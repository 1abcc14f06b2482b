import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer, type ListenOptions, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * How many may wait to be let in: beyond that, the system drops their first packet, and they come again a second later at best. It allows no more
 * than its own setting (`net.core.somaxconn`).
 */
const backlog = 4096;

/**
 * At each door one connection is let in every turn of the event loop (libuv's rule: https://github.com/libuv/libuv/pull/3696). Where a thousand come
 * at once, the last would wait for as many turns before it is even told to come later. Linux shares out those who come among all doors at a port.
 */
const doorsAtPort = process.platform === 'linux' ? 8 : 1;

/** In a turn of the event loop shorter than this hardly anybody can arrive unseen. */
const shortTurnMs = 0.1;
const mostTurns = 500;

export interface OpenPort {
  /** Lets nobody in any more, then waits until those who are inside have their answers. */
  close(): Promise<void>;
}

/**
 * Serves at a port; where a process before this one is still leaving it, waits for that up to 15 seconds.
 * @throws Error that names the port when somebody else has it
 */
export async function openPort(app: FastifyInstance, port: number, host: string): Promise<OpenPort> {
  await untilFree(port, host);
  const at = { port, host, backlog, ...(doorsAtPort > 1 && { reusePort: true }) };
  await app.listen(at);
  const doors: Server[] = [app.server];
  while (doors.length < doorsAtPort) doors.push(await openDoor(app, at));
  return {
    close: async () => {
      await untilNobodyWaits(app);
      const empty = doors.map((door) => once(door.close(), 'close'));
      await Promise.all([app.close(), ...empty]);
    },
  };
}

/** Doors share a port with any other of the same user, so that it has to be seen before whether somebody is there. */
async function untilFree(port: number, host: string): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const probe = createServer();
    try {
      await once(probe.listen({ port, host }), 'listening');
      probe.close();
      await once(probe, 'close');
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

/** One more way in to the same HTTP server; sockets are as its own. */
async function openDoor(app: FastifyInstance, at: ListenOptions): Promise<Server> {
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket));
  await once(door.listen(at), 'listening');
  return door;
}

/**
 * Until nobody waits at the doors: the system resets whoever has arrived and was not let in yet when they close. So it ends right after a short turn
 * in which nobody came.
 */
async function untilNobodyWaits({ server }: FastifyInstance): Promise<void> {
  let came = false;
  server.on('connection', () => {
    came = true;
  });
  // Done now, so that closing itself takes no time.
  server.closeIdleConnections();
  await new Promise(setImmediate);
  for (let turn = 0; turn < mostTurns; turn += 1) {
    came = false;
    const startedAt = performance.now();
    await new Promise(setImmediate);
    if (!came && performance.now() - startedAt < shortTurnMs) break;
  }
}
