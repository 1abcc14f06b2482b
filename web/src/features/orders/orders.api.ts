import { listOrders } from '@keepsake/contract/admin/orders';
import type { QueryInput } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

export type OrderFilter = Pick<
  QueryInput<typeof listOrders>,
  'search' | 'status' | 'attention' | 'day' | 'from' | 'to'
>;
export type OrderSort = Pick<QueryInput<typeof listOrders>, 'sort' | 'direction'>;

export function ordersQuery(page: number, filter: OrderFilter, sort: OrderSort) {
  return queryOptions({
    queryKey: ['admin', 'orders', page, filter, sort],
    queryFn: ({ signal }) =>
      call(listOrders, { query: { ...filter, ...sort, page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}
