import type { Server } from 'node:http';

/** In a turn of the event loop shorter than this hardly anybody can arrive unseen. */
const shortTurnMs = 0.1;
const mostTurns = 500;

/**
 * Closes a port when nobody waits at it. The system resets whoever has arrived and was not taken on yet, and one is taken on in every turn
 * of the event loop: so it closes right after a short turn in which nobody came.
 */
export async function closePort(server: Server): Promise<void> {
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
  server.close();
}
