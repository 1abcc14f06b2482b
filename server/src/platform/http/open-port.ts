import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect, createServer, type ListenOptions, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * How many may wait to be let in: beyond that, the system drops their first packet, and they come again a second later at best. It allows no more
 * than its own setting (`net.core.somaxconn`).
 */
const backlog = 4096;

/**
 * At each door one connection is let in every turn of the event loop (libuv's rule: https://github.com/libuv/libuv/pull/3696). Where a thousand come
 * at once, the last would wait for as many turns before it is even told to come later. So a crowd finds more doors; Linux shares out those who come.
 */
const mostDoors = process.platform === 'linux' ? 8 : 1;
/** Somebody came in each of so many turns: there are more outside. */
const crowdTurns = 16;

/** In a turn of the event loop shorter than this hardly anybody can arrive unseen. */
const shortTurnMs = 0.1;
const mostTurns = 100;
/** Whoever asks once more on a connection that is about to close is still told to go elsewhere. */
const lastWordMs = 200;

export interface OpenPort {
  /** Lets nobody in any more, then waits until those who are inside have their answers. */
  close(): Promise<void>;
}

/**
 * Serves at a port; where a process before this one is still leaving it, waits for that up to 15 seconds.
 * @throws Error that names the port when somebody else has it
 */
export async function openPort(app: FastifyInstance, port: number, host: string): Promise<OpenPort> {
  const at = { port, host, backlog, ...(mostDoors > 1 && { reusePort: true }) };
  await openFirst(app, at);
  const doors: Server[] = [app.server];
  const stopWatching = whenCrowded(app, () => {
    if (doors.length < mostDoors) doors.push(openDoor(app, at));
  });
  return {
    close: async () => {
      stopWatching();
      // An answer that was begun before may have promised to keep its connection open for longer.
      app.server.keepAliveTimeout = lastWordMs;
      // Done now, so that closing itself takes no time.
      app.server.closeIdleConnections();
      const closed: Promise<unknown>[] = [];
      for (const door of doors.toReversed()) {
        await untilNobodyWaits(door);
        closed.push(once(door.close(), 'close'));
      }
      await Promise.all([app.close(), ...closed]);
    },
  };
}

/** The system refuses a port that another program has, but lets a second process of ours share it: that has to be seen before. */
async function openFirst(app: FastifyInstance, at: { port: number; host: string; reusePort?: boolean }): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    let cause: unknown;
    try {
      if (!at.reusePort || !(await isServed(at))) {
        await app.listen(at);
        return;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      cause = error;
    }
    if (Date.now() > deadline)
      throw new Error(`Port ${at.port} is in use: stop what listens there, or set PORT to another one.`, { cause });
    await delay(200);
  }
}

/** Asked from outside: to listen there for a moment, to see whether one may, would let people in and send them away. */
function isServed({ port, host }: { port: number; host: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const caller = connect(port, host);
    caller.once('error', () => resolve(false));
    caller.once('connect', () => {
      caller.destroy();
      resolve(true);
    });
  });
}

/** Calls back whenever people have come in so many turns of the event loop, one after the other. */
function whenCrowded({ server }: FastifyInstance, open: () => void): () => void {
  let [came, watching, turns] = [false, false, 0];
  const endTurn = () => {
    turns = came ? turns + 1 : 0;
    watching = came;
    came = false;
    if (watching) setImmediate(endTurn);
    if (turns > 0 && turns % crowdTurns === 0) open();
  };
  const count = () => {
    came = true;
    if (!watching) setImmediate(endTurn);
    watching = true;
  };
  server.on('connection', count);
  return () => {
    server.off('connection', count);
    // Or the turn that is under way could still call.
    came = false;
  };
}

/** One more way in to the same HTTP server; sockets are as its own. One that cannot be opened is done without. */
function openDoor(app: FastifyInstance, at: ListenOptions): Server {
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket));
  door.on('error', (error) => app.log.warn({ err: error }, 'another door could not be opened'));
  return door.listen(at);
}

/**
 * Until nobody waits at a door: the system resets whoever has arrived there and was not let in yet when it closes. So it ends right after a short turn
 * in which nobody came.
 */
async function untilNobodyWaits(door: Server): Promise<void> {
  let came = false;
  door.on('connection', () => {
    came = true;
  });
  await new Promise(setImmediate);
  for (let turn = 0; turn < mostTurns; turn += 1) {
    came = false;
    const startedAt = performance.now();
    await new Promise(setImmediate);
    if (!came && performance.now() - startedAt < shortTurnMs) break;
  }
}
