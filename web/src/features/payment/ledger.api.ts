import type { QueryInput } from '@keepsake/contract/endpoint';
import {
  archiveAnyBucket,
  getOrder,
  ledgerBalance,
  listLedger,
  type Order,
  unarchiveAnyBucket,
} from '@keepsake/contract/orders/ledger';
import { limits } from '@keepsake/contract/limits';
import { currency as currencies } from '@keepsake/contract/primitives';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { money } from '../../shared/texts/format.ts';

export type LedgerFilter = Pick<QueryInput<typeof listLedger>, 'kind' | 'from' | 'to'>;

export function ledgerQuery(page: number, filter: LedgerFilter) {
  return queryOptions({
    queryKey: ['admin', 'ledger', 'entries', page, filter],
    queryFn: ({ signal }) => call(listLedger, { query: { ...filter, page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'ledger', 'order', id],
    queryFn: async ({ signal }) => (await call(getOrder, { params: { id }, signal })).order,
    retry: false,
  });
}

/** Archives a paid bucket for its customer, or unarchives it. */
export async function archiveOrder(id: string, archived: boolean): Promise<Order> {
  return (await call(archived ? archiveAnyBucket : unarchiveAnyBucket, { params: { id } })).order;
}

/** The last nightly comparison. */
export const balanceQuery = queryOptions({
  queryKey: ['admin', 'ledger', 'balance'],
  queryFn: async ({ signal }) => (await call(ledgerBalance, { signal })).comparison,
});

/** Compares a range of UTC days now. */
export async function compareDays(days: { from: string; to: string }) {
  return (await call(ledgerBalance, { query: days })).comparison;
}

/** Formats an amount of the ledger; for unsupported currencies, in minor units with the currency code. */
export function sumText(amount: number | null, code: string | null): string {
  if (amount === null) return '–';
  const known = currencies.safeParse(code);
  return known.success ? money(amount, known.data) : `${amount} ${code ?? ''}`.trim();
}
