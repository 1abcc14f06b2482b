import type { OrderDay, OrderNeed, OrderStatusFilter, orderSorts } from '@keepsake/contract/admin/orders';
import { paths } from '../../paths.ts';
import { now } from '../../shared/clock.ts';

interface OrderList {
  status?: OrderStatusFilter;
  attention?: OrderNeed;
  day?: OrderDay;
  sort?: (typeof orderSorts)[number];
}

/** The list of orders that a figure counts. */
export function orderList({ status, attention, day, sort }: OrderList = {}): string {
  return paths.adminTab('orders', 1, { status, attention, day, sort });
}

/** The same of the last 30 days: today and the 29 days of UTC before it. */
export function orderListOf30Days({ status, attention, day, sort }: OrderList): string {
  const first = new Date(now().getTime() - 29 * 86_400_000);
  const from = first.toISOString().slice(0, 10);
  return paths.adminTab('orders', 1, { status, attention, day, from, sort });
}
