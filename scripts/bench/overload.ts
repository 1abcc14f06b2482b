import { setTimeout as delay } from 'node:timers/promises';
import { request } from './connection.ts';
import { addCustomer } from './fill-database.ts';
import { atLeast, atMost, none, quantile, show, type Figure } from './figure.ts';
import { load, openLoad } from './load.ts';
import { onStage, type Scale } from './stage.ts';

/** L08: three times as many calls as the server can answer. */
export function benchOverload(scale: Scale): Promise<Figure[]> {
  return onStage(scale, async ({ databaseUrl, startProduct }) => {
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
