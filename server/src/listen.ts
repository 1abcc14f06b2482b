import type { FastifyInstance } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * How many may wait to be taken on: beyond that, the system drops their first packet, and they come again a second later at best. It allows no more
 * than its own setting (`net.core.somaxconn`).
 */
const backlog = 4096;

/** Listens; where a process before this one is still leaving the port, waits for it up to 15 seconds. */
export async function listen(server: FastifyInstance, port: number, host: string): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    try {
      await server.listen({ port, host, backlog });
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
