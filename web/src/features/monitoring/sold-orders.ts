import type { OrderStatusFilter } from '@keepsake/contract/admin/orders';
import { paths } from '../../paths.ts';
import { now } from '../../shared/clock.ts';

const sold: OrderStatusFilter = 'sold';

/** The orders that all revenue was made with. */
export const soldEver = paths.adminTab('orders', 1, { status: sold });

/** Those of the last 30 days: today and the 29 days of UTC before it. */
export function soldSince30Days(): string {
  const first = new Date(now().getTime() - 29 * 86_400_000);
  return paths.adminTab('orders', 1, { status: sold, from: first.toISOString().slice(0, 10) });
}
