import { type CustomerPage, getCustomer } from '@keepsake/contract/admin/customer-page';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { toast } from '../../ui/overlays/toast-store.ts';

export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'customer', id],
    queryFn: async ({ signal }) => (await call(getCustomer, { params: { id }, signal })).customer,
    retry: false,
    refetchInterval: 60_000,
  });
}

/** An action on a customer: what it answers is shown at once, and everything is read again, whoever was faster. */
export function useCustomerAction(
  run: () => Promise<{ customer?: CustomerPage }>,
  { done, onDone, onSettled }: { done: string; onDone?: () => void; onSettled: () => void },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: ({ customer }) => {
      if (customer) queries.setQueryData(customerQuery(customer.id).queryKey, customer);
      toast(done);
      onDone?.();
    },
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
    onSettled: () => {
      onSettled();
      return queries.invalidateQueries({ queryKey: ['admin'] });
    },
  });
}
