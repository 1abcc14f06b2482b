import type { Comparison, LedgerEntry, Order } from '@keepsake/contract/orders/ledger';
import type { OrderRefunds, Refund, RefundableFilm } from '@keepsake/contract/orders/refunds';
import { idOf, longWord } from './orders.ts';

const at = '2026-11-20T08:00:00Z';

export function anEntry(id: string, more: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id,
    at,
    kind: 'charge',
    amount: 6.98,
    currency: 'USD',
    reference: 'ch_1',
    payment: 'pi_1',
    order: idOf(1),
    note: null,
    by: null,
    joined: null,
    films: 0,
    effect: null,
    ...more,
  };
}

export const granted = anEntry('2', {
  kind: 'films_granted',
  note: longWord,
  by: 'Ada Keeper',
  films: 2,
  effect: { en: 'Smile' },
});
export const comparison: Comparison = {
  checkedAt: at,
  from: at,
  to: at,
  charges: 2,
  refunds: 1,
  disputes: 0,
  differences: [],
};
export const differing: Comparison = {
  ...comparison,
  differences: [
    {
      kind: 'missing_here',
      about: 'charge',
      reference: longWord,
      order: null,
      ours: null,
      theirs: 5,
      currency: 'USD',
      foundAt: null,
    },
  ],
};
export const order: Order = {
  id: idOf(1),
  paidAt: at,
  deleted: false,
  archived: false,
  payments: [{ payment: longWord, fulfilled: true, currency: 'USD', charged: 6.98, refunded: 0, left: 6.98 }],
  effects: [
    {
      contentId: idOf(2),
      photo: `${longWord}.jpg`,
      promptId: idOf(3),
      action: { en: 'Smile' },
      films: 2,
      failed: 1,
      granted: 0,
      room: 8,
    },
  ],
  owed: [{ id: idOf(4), contentId: idOf(2), failureCode: 'moderation', owedAt: at }],
  entries: [anEntry('1')],
};

export function refundable(number: number): RefundableFilm {
  return {
    id: idOf(10 + number),
    contentId: idOf(2),
    photo: `${longWord}.jpg`,
    action: { en: 'Smile' },
    number,
    state: 'done',
    lack: null,
    price: number === 1 ? 4.99 : 1.99,
    refunded: false,
  };
}

export const refunds: OrderRefunds = {
  payments: [
    { payment: longWord, fulfilled: true, currency: 'USD', charged: 6.98, refunded: 0, underWay: 0, left: 6.98 },
  ],
  films: [1, 2].map(refundable),
  customer: { email: `${longWord}@example.com`, language: 'de' },
  refunds: [],
};

export function aRefund(number: number, more: Partial<Refund> = {}): Refund {
  return {
    id: idOf(20 + number),
    payment: 'pi_1',
    amount: 4.99,
    currency: 'USD',
    scope: 'films',
    note: longWord,
    films: [{ id: idOf(11), action: { en: 'Smile' }, number: 1, amount: 4.99 }],
    filmsGo: true,
    filmsRemovedAt: null,
    state: 'succeeded',
    failureCode: null,
    failure: null,
    reference: 're_1',
    by: 'Ada Keeper',
    requestedAt: at,
    endedAt: null,
    ...more,
  };
}
