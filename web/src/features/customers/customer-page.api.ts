import { type CustomerPage, getCustomer } from '@keepsake/contract/admin/customer-page';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { useAdminAction } from '../orders/order-page.api.ts';

export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'customer', id],
    queryFn: async ({ signal }) => (await call(getCustomer, { params: { id }, signal })).customer,
    retry: false,
    refetchInterval: 60_000,
  });
}

/** An action on a customer; the reply updates the page at once. */
export function useCustomerAction(
  run: () => Promise<{ customer?: CustomerPage }>,
  { onDone, ...options }: { done: string; onDone?: () => void; onSettled: () => void },
) {
  const queries = useQueryClient();
  return useAdminAction(run, {
    ...options,
    onDone: ({ customer }) => {
      if (customer) queries.setQueryData(customerQuery(customer.id).queryKey, customer);
      onDone?.();
    },
  });
}
