import { getOrderPage, orderHistory, type OrderPage } from '@keepsake/contract/admin/order-page';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Tone } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';

export function orderPageQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'order-page', id],
    queryFn: async ({ signal }) => (await call(getOrderPage, { params: { id }, signal })).order,
    retry: false,
    // Polled, so that retried films appear without a reload.
    refetchInterval: ({ state }) => (state.data !== undefined && isBeingMade(state.data) ? 4_000 : 60_000),
  });
}

function isBeingMade({ photos }: OrderPage): boolean {
  return photos.some(({ films }) => films.some(({ state }) => state !== 'done' && state !== 'failed'));
}

export const historyPageSize = 25;

export function historyQuery(id: string, page: number) {
  return queryOptions({
    queryKey: ['admin', 'order-history', id, page],
    queryFn: ({ signal }) => call(orderHistory, { params: { id }, query: { page, limit: historyPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

export const toneOfStatus: Record<OrderPage['status'], Tone> = {
  pending: 'neutral',
  paid: 'ok',
  archived: 'neutral',
  deleted: 'warn',
};

/**
 * An administrator's action. Shows the error if it is refused, and refetches everything in either case, because another administrator, the customer
 * or a worker may have made a change.
 */
export function useAdminAction<Given, Answer>(
  run: (given: Given) => Promise<Answer>,
  { done, onDone, onSettled }: { done: string; onDone?: (answer: Answer) => void; onSettled?: () => void },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (answer) => {
      onDone?.(answer);
      toast(done);
    },
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
    onSettled: () => {
      onSettled?.();
      return queries.invalidateQueries({ queryKey: ['admin'] });
    },
  });
}

/** The same on an order; the reply updates the page at once. */
export function useOrderAction<Given = void>(
  run: (given: Given) => Promise<{ order?: OrderPage }>,
  options: { done: string; onSettled?: () => void },
) {
  const queries = useQueryClient();
  return useAdminAction(run, {
    ...options,
    onDone: ({ order }) => order && queries.setQueryData(orderPageQuery(order.id).queryKey, order),
  });
}
