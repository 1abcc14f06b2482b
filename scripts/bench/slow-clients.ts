import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from './connection.ts';
import { addCustomer } from './fill-database.ts';
import { atMost, quantile, show, type Figure } from './figure.ts';
import { load } from './load.ts';
import { onStage, type Scale } from './stage.ts';

/** L09: clients that send one byte a second, some their headers, some the body of an upload. */
export function benchSlowClients(scale: Scale): Promise<Figure[]> {
  return onStage(scale, async ({ databaseUrl, startProduct }) => {
    const { token } = await addCustomer(databaseUrl);
    const { url } = await startProduct();
    const plain = () =>
      load({ url, request: request('GET', '/api/auth/me', { token }), clients: 5, seconds: scale.seconds });
    await plain();
    const idle = quantile((await plain()).times, 0.95);
    const upload = request('POST', '/api/content/upload', {
      token,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100000' },
    });
    const beginnings = ['GET /api/pricing HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ', upload.toString('latin1')];
    const slow = Array.from({ length: 500 }, (_, at) => dribble(url, beginnings[at % 2] ?? ''));
    const lives = Promise.all(slow);
    const busy = quantile((await plain()).times, 0.95);
    const longest = Math.max(...(await lives));
    return [
      atMost('GET /api/auth/me beside 500 slow sockets, p95', {
        ours: busy,
        bound: 2 * idle,
        baseline: `without ${show.ms(idle)}`,
        target: '≤ 2 ×',
        show: show.ms,
      }),
      atMost('life of the longest slow socket', { ours: longest, bound: 30_000, show: show.seconds }),
    ];
  });
}

/** @returns milliseconds until the server closed the connection; infinite after a minute */
async function dribble(url: string, beginning: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  const started = performance.now();
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    socket
      .on('error', () => undefined)
      .on('close', () => {
        isClosed = true;
        resolve();
      });
  });
  socket.resume().write(beginning);
  const writing = setInterval(() => socket.write('a'), 1000);
  await Promise.race([closed, delay(60_000, undefined, { ref: false })]);
  clearInterval(writing);
  socket.destroy();
  return isClosed ? performance.now() - started : Infinity;
}
