import { getRefunds, type OrderRefunds, type Refund, type RefundState } from '@keepsake/contract/orders/refunds';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api.ts';
import type { Translate } from '../../../shared/texts/text-keys.ts';

/** Polling intervals in milliseconds, by the state of a refund; other states are final. */
const pollMs: Partial<Record<RefundState, number>> = { requested: 1000, sent: 1000, unknown: 5000, pending: 30_000 };

/** What can be refunded of an order, and its refunds; polled while one is in progress. */
export function refundsQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'ledger', 'refunds', id],
    queryFn: async ({ signal }) => (await call(getRefunds, { params: { id }, signal })).refunds,
    retry: false,
    refetchInterval: ({ state: { data } }) => nextRead(data),
  });
}

function nextRead(data: OrderRefunds | undefined): number | false {
  const due = data?.refunds.flatMap((refund) => (awaitsRemoval(refund) ? 1000 : (pollMs[refund.state] ?? []))) ?? [];
  return due.length > 0 ? Math.min(...due) : false;
}

/** A job deletes the films a moment after the refund. */
function awaitsRemoval({ state, filmsGo, filmsRemovedAt }: Refund): boolean {
  return state === 'succeeded' && filmsGo && filmsRemovedAt === null;
}

const knownReasons = [
  'charge_already_refunded',
  'charge_disputed',
  'never_arrived',
  'insufficient_funds',
  'expired_or_canceled_card',
  'lost_or_stolen_card',
] as const;

/** Why a refund failed or was not made, in the reader's language if the code is known, else the provider's text. */
export function reasonText({ failureCode, failure }: Refund, t: Translate<'admin-refunds'>): string {
  const known = knownReasons.find((code) => code === failureCode);
  const words = failure ?? failureCode;
  if (known) return t(`reasons.${known}`);
  return words === null ? '' : t('reasons.other', { words });
}
