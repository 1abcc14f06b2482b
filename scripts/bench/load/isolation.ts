import { request } from '../environment/connection.ts';
import { addCustomer } from '../environment/fill-database.ts';
import { atLeast, atMost, quantile, show, type Figure } from '../figure.ts';
import { load, type Load } from '../environment/load.ts';
import { photoOfSixMegapixels, unlikeAnyOther } from '../environment/photos.ts';
import { registered, signInRequest } from '../calls/sign-in.ts';
import { withEnvironment, type Scale } from '../environment/environment.ts';
import { customersInTurn, uploadRequest } from '../films/uploads.ts';

const clients = 10;

interface Storm {
  what: string;
  clients: number;
  ours: () => Buffer;
  good: number;
  reference: () => Buffer;
}

/** L06: latency of a plain call while others upload or sign in, compared with the reference under the same load. */
export function benchIsolation(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, async (stage) => {
    const [product, reference] = [await stage.startProduct(), await stage.startReference()];
    const { id, token } = await addCustomer(stage.databaseUrl);
    const [photo, email] = [await photoOfSixMegapixels(), await registered(stage, product.url)];
    const nextCustomer = await customersInTurn(stage, scale.isTrial ? 20 : 100);
    const storms: Storm[] = [
      {
        what: '8 uploads',
        clients: 8,
        ours: () => uploadRequest(nextCustomer(), [{ name: 'photo.jpg', bytes: unlikeAnyOther(photo) }]),
        good: 201,
        reference: () => request('POST', '/photo', { headers: { 'content-type': 'image/jpeg' }, body: photo }),
      },
      {
        what: '20 clients signing in',
        clients: 20,
        ours: () => signInRequest(email),
        good: 200,
        reference: () => request('POST', '/hash'),
      },
    ];
    const figures: Figure[] = [];
    for (const storm of storms) {
      const theirs = await duringStorm(
        reference.url,
        request('GET', `/row/${id}`),
        { ...storm, ours: storm.reference, good: 200 },
        scale,
      );
      const ours = await duringStorm(product.url, request('GET', '/api/auth/me', { token }), storm, scale);
      figures.push(
        atMost(`GET /api/auth/me during ${storm.what}, p99`, {
          ours: quantile(ours.times, 0.99),
          bound: 250,
          baseline: `reference ${show.ms(quantile(theirs.times, 0.99))}`,
          show: show.ms,
        }),
        atLeast(`GET /api/auth/me during ${storm.what}, ${clients} clients`, {
          ours: ours.perSecond,
          reference: theirs.perSecond,
          least: 0.5,
          show: show.perSecond,
        }),
      );
    }
    return figures;
  });
}

/** Latency of a plain call while the server is under other load. */
async function duringStorm(url: string, plain: Buffer, storm: Storm, { seconds }: Scale): Promise<Load> {
  const over = new AbortController();
  const storming = load({
    url,
    request: storm.ours,
    clients: storm.clients,
    seconds: 600,
    good: storm.good,
    refusals: [503],
    signal: over.signal,
  });
  try {
    await load({ url, request: plain, clients, seconds: seconds / 2 });
    return await load({ url, request: plain, clients, seconds: 2 * seconds });
  } finally {
    over.abort();
    await storming;
  }
}
