import { request } from './connection.ts';
import { addCustomer } from './fill-database.ts';
import { atLeast, atMost, show, type Figure } from './figure.ts';
import { compare, load } from './load.ts';
import { onStage, type Scale } from './stage.ts';

const clients = 50;

/** L01: the calls that every page makes, against one indexed row. */
export function benchPlainCalls(scale: Scale): Promise<Figure[]> {
  return onStage(scale, async ({ databaseUrl, startProduct, startReference }) => {
    const [product, reference] = [await startProduct(), await startReference({ DATABASE_URL: databaseUrl })];
    const { id, token } = await addCustomer(databaseUrl);
    const figures: Figure[] = [];
    for (const path of ['/api/auth/me', '/api/pricing']) {
      const {
        ours,
        reference: row,
        ratio,
      } = await compare(
        () => load({ url: product.url, request: request('GET', path, { token }), clients, seconds: scale.seconds }),
        () => load({ url: reference.url, request: request('GET', `/row/${id}`), clients, seconds: scale.seconds }),
      );
      figures.push(
        atLeast(`GET ${path}, ${clients} clients`, {
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
