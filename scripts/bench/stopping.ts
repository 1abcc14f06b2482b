import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, request } from './connection.ts';
import { addCustomer } from './fill-database.ts';
import { atMost, none, show, type Figure } from './figure.ts';
import { onStage, type Scale } from './stage.ts';

const clients = 20;

/** L20: a stop under load. What was sent before the signal has to be answered; what comes later may be refused. */
export function benchStopping(scale: Scale): Promise<Figure[]> {
  return onStage(scale, async ({ databaseUrl, startProduct }) => {
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
