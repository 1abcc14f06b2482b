import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, request } from '../environment/connection.ts';
import { withEnvironment, type Scale } from '../environment/environment.ts';
import { addCustomer } from '../environment/fill-database.ts';
import { load, openLoad } from '../environment/load.ts';
import { atLeast, atMost, type Figure, none, quantile, show } from '../figure.ts';

/** L08: three times the request rate that the server can serve. */
export function benchOverload(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, async ({ databaseUrl, startProduct }) => {
    const { token } = await addCustomer(databaseUrl, { sets: 5, photosPerSet: 5 });
    const { url, hasEnded } = await startProduct();
    const my = request('GET', '/api/content/my', { token });
    const closed = () => load({ url, request: my, clients: 50, seconds: scale.seconds });
    await closed();
    const { perSecond: capacity } = await closed();
    const usual = () => openLoad({ url, request: my, perSecond: 0.3 * capacity, seconds: scale.seconds });
    const before = quantile((await usual()).times, 0.95);

    const refused: { saysWhen: boolean; status: number }[] = [];
    const { perSecond: goodput, statuses } = await openLoad({
      url,
      request: my,
      perSecond: 3 * capacity,
      seconds: scale.isTrial ? 3 : 30,
      onAnswer: ({ status, head }) => {
        if (status !== 200) refused.push({ status, saysWhen: /\r\nretry-after: \d/i.test(head) });
      },
    });
    const silent = refused.filter(({ status, saysWhen }) => !saysWhen || (status !== 503 && status !== 429));
    await delay(5000);
    const after = quantile((await usual()).times, 0.95);
    return [
      none('processes that ended', hasEnded() ? 1 : 0, `${show.perSecond(3 * capacity)} sent`),
      atLeast('good answers at 3 × capacity', {
        ours: goodput,
        reference: capacity,
        least: 0.7,
        show: show.perSecond,
      }),
      none('refusals without "not now" and when', silent.length, `${refused.length} refused`),
      none('calls that were not answered', statuses.get(0) ?? 0, 'all sent'),
      atMost('p95 at 0.3 × capacity 5 s later', {
        ours: after,
        bound: 1.5 * before + 5,
        baseline: `before ${show.ms(before)}`,
        target: '≤ 1.5 × + 5 ms',
        show: show.ms,
      }),
    ];
  });
}

/** L09: clients that send one byte a second, some their headers, some the body of an upload. */
export function benchSlowClients(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, async ({ databaseUrl, startProduct }) => {
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

const clients = 20;

/** L20: a stop under load. Requests sent before the signal must be answered; later ones may be refused. */
export function benchStopping(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, async ({ databaseUrl, startProduct }) => {
    const { token } = await addCustomer(databaseUrl, { sets: 20, photosPerSet: 5 });
    const { url, end } = await startProduct({ ROLE: 'all' });
    const my = request('GET', '/api/content/my', { token });
    let signalledAt = Infinity;
    let [answered, failed] = [0, 0];
    const asking = Array.from({ length: clients }, async () => {
      const connection = openConnection(url);
      for (;;) {
        const sentAt = performance.now();
        try {
          const { status } = await connection.exchange(my);
          if (status !== 200 && sentAt < signalledAt) failed += 1;
          answered += 1;
          if (status !== 200) return;
        } catch {
          if (sentAt < signalledAt) failed += 1;
          return;
        }
      }
    });
    await delay(scale.seconds * 1000);
    signalledAt = performance.now();
    const lasted = await end('SIGTERM');
    await Promise.all(asking);
    return [
      atMost('from the signal to the end', { ours: lasted, bound: 10_000, show: show.seconds }),
      none('calls under way that failed', failed, `${clients} under way, ${answered} answered in all`),
    ];
  });
}
