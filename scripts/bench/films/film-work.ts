import { watch } from '../environment/child-process.ts';
import { withFilmShop, type FilmShop } from '../environment/film-shop.ts';
import { atMost, quantile, show, type Figure } from '../figure.ts';
import { withEnvironment, type Scale } from '../environment/environment.ts';

const atOnce = 10;

/** L11: a large order, with a video service that takes 2 s per film. */
export function benchMakespan(scale: Scale): Promise<Figure[]> {
  const films = scale.isTrial ? 30 : 100;
  return withEnvironment(scale, (stage) =>
    withFilmShop(stage, 2000, async (shop) => {
      await stage.startProduct({ ROLE: 'all', ...shop.settings });
      await warmUp(shop);
      const { bucketId, paidAt } = await shop.order(films);
      const { peak } = await watch(shop.atWork, () => shop.until(bucketId, 'done', films), 100);
      const ideal = (films / atOnce) * 2000 + 2000;
      return [
        atMost(`${films} films of 2 s, ${atOnce} at once`, {
          ours: Date.now() - paidAt,
          bound: 1.5 * ideal,
          baseline: `ideal ${show.seconds(ideal)}`,
          target: '≤ 1.5 ×',
          show: show.seconds,
        }),
        atMost('films at work at the service at once', { ours: peak, bound: atOnce, show: show.count }),
      ];
    }),
  );
}

/** L12: single orders, one after the other. */
export function benchPickUp(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, (stage) =>
    withFilmShop(stage, 100, async (shop) => {
      await stage.startProduct({ ROLE: 'all', ...shop.settings });
      await warmUp(shop);
      const waits: number[] = [];
      for (let round = 0; round < (scale.isTrial ? 4 : 20); round += 1) {
        const { bucketId, paidAt } = await shop.order(1);
        await shop.until(bucketId, 'done', 1);
        const [arrival = Number.NaN] = await shop.arrivals(bucketId);
        waits.push(Math.max(0, arrival - paidAt));
      }
      return [
        atMost('from the payment to the creation at the service, p95', {
          ours: quantile(waits, 0.95),
          bound: 2000,
          baseline: `median ${show.ms(quantile(waits, 0.5))}`,
          show: show.ms,
        }),
      ];
    }),
  );
}

/** L13: a small order behind a large one. */
export function benchFairness(scale: Scale): Promise<Figure[]> {
  const films = scale.isTrial ? 50 : 100;
  return withEnvironment(scale, (stage) =>
    withFilmShop(stage, 1000, async (shop) => {
      await stage.startProduct({ ROLE: 'all', ...shop.settings });
      await warmUp(shop);
      const large = await shop.order(films);
      await shop.until(large.bucketId, 'creating', 1);
      const small = await shop.order(1);
      const remaining = films - (await shop.arrivals(large.bucketId)).length;
      await shop.until(small.bucketId, 'done', 1);
      const [arrival = Infinity] = await shop.arrivals(small.bucketId);
      const between = (await shop.arrivals(large.bucketId)).filter((at) => at > small.paidAt && at < arrival).length;
      return [
        atMost(`films of ${films} that were begun before the one of a later customer`, {
          ours: between,
          bound: Math.floor(0.2 * remaining),
          baseline: `${remaining} were waiting`,
          target: '< 20 %',
          show: show.count,
        }),
      ];
    }),
  );
}

async function warmUp(shop: FilmShop): Promise<void> {
  const { bucketId } = await shop.order(1);
  await shop.until(bucketId, 'done', 1);
}
