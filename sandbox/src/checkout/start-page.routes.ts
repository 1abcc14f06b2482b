import type { FastifyInstance } from 'fastify';
import { sendPage } from '../pages/page.ts';
import type { Checkout } from './checkout-context.ts';
import { newestFirst } from './checkout-records.ts';
import { startPage } from './start-page.ts';

const shownSessions = 20;

export function startPageRoutes(app: FastifyInstance, checkout: Checkout): void {
  app.get('/', async (_request, reply) => {
    const sessions = newestFirst(checkout.records.all('sessions')).slice(0, shownSessions);
    return sendPage(reply, 200, {
      title: `Checkout sandbox – ${checkout.productName}`,
      assets: '/assets',
      body: startPage({
        productName: checkout.productName,
        sessions: isOnThisMachine(checkout.publicUrl) ? sessions : null,
      }),
    });
  });
}

/** Other people's orders are listed only where nobody but the developer can look. */
function isOnThisMachine(publicUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(publicUrl).hostname);
}
