import { request } from '../environment/connection.ts';
import { startDatabaseProxy } from '../environment/database-proxy.ts';
import { withEnvironment, type Product, type Scale } from '../environment/environment.ts';
import { addCustomer, type Fill, fillDatabase } from '../environment/fill-database.ts';
import { compare, load } from '../environment/load.ts';
import { atLeast, atMost, type Figure, quantile, show } from '../figure.ts';

const visitors = 50;

/** L01: the calls that every page makes, compared with reading one indexed row. */
export function benchPlainCalls(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, async ({ databaseUrl, startProduct, startReference }) => {
    const [product, reference] = [await startProduct(), await startReference({ DATABASE_URL: databaseUrl })];
    const { id, token } = await addCustomer(databaseUrl);
    const figures: Figure[] = [];
    for (const path of ['/api/auth/me', '/api/pricing']) {
      const {
        ours,
        reference: row,
        ratio,
      } = await compare(
        () =>
          load({
            url: product.url,
            request: request('GET', path, { token }),
            clients: visitors,
            seconds: scale.seconds,
          }),
        () =>
          load({
            url: reference.url,
            request: request('GET', `/row/${id}`),
            clients: visitors,
            seconds: scale.seconds,
          }),
      );
      figures.push(
        atLeast(`GET ${path}, ${visitors} clients`, {
          ours: ours.perSecond,
          reference: row.perSecond,
          ratio,
          least: 0.35,
          show: show.perSecond,
        }),
        atMost(`GET ${path}, p99`, {
          ours: ours.p99,
          bound: 3 * row.p99 + 5,
          baseline: `reference ${show.ms(row.p99)}`,
          target: '≤ 3 × + 5 ms',
          show: show.ms,
        }),
      );
    }
    return figures;
  });
}

const clients = 20;

/** L02: a dashboard page of a customer with 200 sets, compared with one statement that returns the same data. */
export function benchDashboardPage(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, async ({ databaseUrl, startProduct, startReference }) => {
    await fillDatabase(databaseUrl, manyContents(scale));
    const { id, token } = await addCustomer(databaseUrl, largeCustomer);
    const [product, reference] = [await startProduct(), await startReference()];
    const my = request('GET', '/api/content/my', { token });
    const {
      ours,
      reference: bare,
      ratio,
    } = await compare(
      () => load({ url: product.url, request: my, clients, seconds: scale.seconds }),
      () => load({ url: reference.url, request: request('GET', `/page/${id}`), clients, seconds: scale.seconds }),
    );
    const statements = await statementsOf(
      databaseUrl,
      startProduct,
      request('GET', '/api/content/my?limit=100', { token }),
    );
    return [
      atLeast(`GET /api/content/my of 200 sets, ${clients} clients`, {
        ours: ours.perSecond,
        reference: bare.perSecond,
        ratio,
        least: 0.5,
        show: show.perSecond,
      }),
      atMost('GET /api/content/my, p95', {
        ours: ours.p95,
        bound: 80,
        baseline: `reference ${show.ms(bare.p95)}`,
        show: show.ms,
      }),
      atMost('statements for a page of 100 sets', { ours: statements, bound: 6, show: show.count }),
    ];
  });
}

/** L03: the status of 50 photos, compared with reading one indexed row. */
export function benchBatchStatus(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, async ({ databaseUrl, startProduct, startReference }) => {
    await fillDatabase(databaseUrl, manyContents(scale));
    const { id, token, photoIds } = await addCustomer(databaseUrl, largeCustomer);
    const [product, reference] = [await startProduct(), await startReference()];
    const status = statusRequest(token, photoIds);
    const {
      ours,
      reference: row,
      ratio,
    } = await compare(
      () => load({ url: product.url, request: status, clients, seconds: scale.seconds }),
      () => load({ url: reference.url, request: request('GET', `/row/${id}`), clients, seconds: scale.seconds }),
    );
    const statements = await statementsOf(databaseUrl, startProduct, status);
    return [
      atLeast(`POST /api/content/batch-status of 50 photos, ${clients} clients`, {
        ours: ours.perSecond,
        reference: row.perSecond,
        ratio,
        least: 0.1,
        show: show.perSecond,
      }),
      atMost('statements for 50 photos', { ours: statements, bound: 3, show: show.count }),
    ];
  });
}

/** L04: the same customer on a small database and on one of 100 000 photos. */
export function benchGrowth(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, (small) =>
    withEnvironment(scale, async (large) => {
      await fillDatabase(large.databaseUrl, manyContents(scale));
      const sides = [];
      for (const stage of [small, large]) {
        const customer = await addCustomer(stage.databaseUrl, largeCustomer);
        sides.push({ ...customer, product: await stage.startProduct() });
      }
      const [few, many] = sides;
      if (!few || !many) throw new Error('Two sides are compared');
      const figures: Figure[] = [];
      for (const [what, bytes] of [
        ['GET /api/content/my', (side: typeof few) => request('GET', '/api/content/my', { token: side.token })],
        ['POST /api/content/batch-status', (side: typeof few) => statusRequest(side.token, side.photoIds)],
      ] as const) {
        const p95: { few: number; many: number }[] = [];
        for (let round = 0; round < 4; round += 1)
          p95.push({
            few: await p95Of(few.product, bytes(few), scale),
            many: await p95Of(many.product, bytes(many), scale),
          });
        // The first round is a warm-up.
        const median = (side: 'few' | 'many') =>
          quantile(
            p95.slice(1).map((round) => round[side]),
            0.5,
          );
        figures.push(
          atMost(`${what}, p95 with 100 000 photos`, {
            ours: median('many'),
            bound: 1.5 * median('few'),
            baseline: `with 1000 ${show.ms(median('few'))}`,
            target: '≤ 1.5 ×',
            show: show.ms,
          }),
        );
      }
      return figures;
    }),
  );
}

const largeCustomer = { sets: 200, photosPerSet: 5 };

function manyContents({ isTrial }: Scale): Fill {
  return { users: isTrial ? 200 : 10_000, setsPerUser: 2, photosPerSet: 5 };
}

function statusRequest(token: string, photoIds: string[]): Buffer {
  return request('POST', '/api/content/batch-status', { token, body: { contentIds: photoIds.slice(0, 50) } });
}

async function p95Of({ url }: Product, bytes: Buffer, { seconds }: Scale): Promise<number> {
  return quantile((await load({ url, request: bytes, clients: 5, seconds })).times, 0.95);
}

/** Statements of one request, counted on the wire. */
async function statementsOf(
  databaseUrl: string,
  startProduct: (settings: Record<string, string>) => Promise<Product>,
  bytes: Buffer,
): Promise<number> {
  const proxy = await startDatabaseProxy(databaseUrl);
  const product = await startProduct({ DATABASE_URL: proxy.url });
  try {
    const once = () => load({ url: product.url, request: bytes, clients: 1, seconds: 0.001 });
    // The first call also writes that the session was used today.
    await once();
    const before = proxy.statements();
    const { good } = await once();
    return (proxy.statements() - before) / good;
  } finally {
    await product.end();
    proxy.stop();
  }
}
