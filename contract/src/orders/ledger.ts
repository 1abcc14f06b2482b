import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { date, id, idParams, longText, pageQuery, text, time, translated } from '../primitives.ts';

/** What the payment provider stated, and what administrators recorded. Texts are the web's. */
export const ledgerKinds = [
  'charge',
  'refund',
  'refund_total',
  'refund_failed',
  'dispute',
  'dispute_withdrawn',
  'dispute_reinstated',
  'dispute_won',
  'dispute_lost',
  'dispute_closed',
  'refund_recorded',
  'films_granted',
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export const ledgerEntry = z.object({
  id: z.string(),
  at: time,
  kind: z.enum(ledgerKinds),
  /** Major units; of granted films 0. */
  amount: z.number(),
  /** In capitals; the payment account may have other business than ours. */
  currency: z.nullable(z.string()),
  /** The provider's name of what this is about. */
  reference: z.nullable(z.string()),
  payment: z.nullable(z.string()),
  /** The set, where it is known. */
  order: z.nullable(id),
  /** The provider's reason, or the administrator's note. */
  note: z.nullable(z.string()),
  /** Who recorded it; empty of what the provider stated, and of administrators who are gone. */
  by: z.nullable(z.string()),
  /** Of a recorded refund: the provider's own refund that it turned out to be. */
  joined: z.nullable(z.string()),
  films: z.int(),
  effect: z.nullable(translated),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

export const listLedger = endpoint({
  method: 'GET',
  path: '/api/admin/ledger',
  access: 'admin',
  summary: 'Every charge, refund, dispute and credit, newest first. Days are days of UTC, both included.',
  query: z.extend(pageQuery(limits.adminPageSize), {
    order: z.optional(id),
    kind: z.optional(z.enum(ledgerKinds)),
    from: z.optional(date),
    to: z.optional(date),
  }),
  reply: z.object({ data: z.array(ledgerEntry), total: z.int() }),
});

export const orderPayment = z.object({
  payment: z.string(),
  /** This payment bought the set; another one was a mistake. */
  fulfilled: z.boolean(),
  /** In capitals. */
  currency: z.string(),
  /** Major units; of a currency that we do not sell in, minor ones. */
  charged: z.number(),
  refunded: z.number(),
  /** What may still be refunded. */
  left: z.number(),
});
export type OrderPayment = z.output<typeof orderPayment>;

export const orderEffect = z.object({
  contentId: id,
  photo: z.string(),
  promptId: id,
  /** As it was sold. */
  action: translated,
  films: z.int(),
  failed: z.int(),
  granted: z.int(),
  /** How many more there can be. */
  room: z.int(),
});
export type OrderEffect = z.output<typeof orderEffect>;

export const order = z.object({
  id,
  paidAt: z.nullable(time),
  /** The set and its photos are gone; what was paid stays. */
  deleted: z.boolean(),
  /** Off its customer's dashboard. */
  archived: z._default(z.boolean(), false),
  payments: z.array(orderPayment),
  effects: z.array(orderEffect),
  owed: z.array(z.object({ id, contentId: z.nullable(id), failureCode: z.string(), owedAt: time })),
  entries: z.array(ledgerEntry),
});
export type Order = z.output<typeof order>;

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:id',
  access: 'admin',
  summary: 'What a set paid and got back, which films it has, and which are owed.',
  params: idParams,
  reply: z.object({ order }),
});

/** Made by the page: the same key asked twice is one credit. */
const key = id;
const note = longText(500);
/** Owed films that are settled by it, all or none. */
const settles = z._default(z.array(id).check(z.maxLength(100)), []);

export const recordRefund = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:id/refunds',
  access: 'admin',
  summary:
    'Record a refund that was made outside. No money moves by this call. One that the payment provider tells too is joined with it: by its reference, else by its amount.',
  params: idParams,
  body: z.object({
    key,
    payment: text(255),
    /** Major units of the payment's currency. */
    amount: z.number().check(z.positive(), z.maximum(20_000_000)),
    note,
    reference: z.optional(z.string().check(z.trim(), z.maxLength(255), z.regex(/^[A-Za-z0-9_:.-]*$/))),
    settles,
  }),
  reply: z.object({ order }),
  errors: ['refund_too_large', 'refund_differs', 'already_credited', 'already_settled'],
});

export const grantFilms = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:id/films',
  access: 'admin',
  summary: 'Have further films of an effect of a paid set made without payment.',
  params: idParams,
  body: z.object({
    key,
    contentId: id,
    promptId: id,
    count: z.number().check(z.int(), z.minimum(limits.varietyMin), z.maximum(limits.varietyMax)),
    note,
    settles,
  }),
  reply: z.object({ order }),
  errors: ['too_many_films', 'already_credited', 'already_settled'],
});

const archiving = {
  method: 'POST',
  access: 'admin',
  params: idParams,
  reply: z.object({ order }),
  errors: ['bucket_not_paid'],
} as const;

export const archiveAnyBucket = endpoint({
  ...archiving,
  path: '/api/admin/buckets/:id/archive',
  summary: 'Take a paid set off its customer’s dashboard. It is kept as long as before.',
});

export const unarchiveAnyBucket = endpoint({
  ...archiving,
  path: '/api/admin/buckets/:id/unarchive',
  summary: 'Bring an archived set back to its customer’s dashboard.',
});

export const differenceKinds = ['missing_here', 'missing_there', 'amount'] as const;

export const difference = z.object({
  kind: z.enum(differenceKinds),
  /** Of a dispute its opening, or its end. */
  about: z.enum(['charge', 'refund', 'dispute', 'dispute_won', 'dispute_lost', 'dispute_closed']),
  reference: z.string(),
  order: z.nullable(id),
  /** Major units. */
  ours: z.nullable(z.number()),
  theirs: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  /** Since when it is known; empty of what this very comparison found. */
  foundAt: z.nullable(time),
});
export type Difference = z.output<typeof difference>;

export const comparison = z.object({
  checkedAt: time,
  from: time,
  to: time,
  charges: z.int(),
  refunds: z.int(),
  disputes: z.int(),
  differences: z.array(difference),
});
export type Comparison = z.output<typeof comparison>;

export const ledgerBalance = endpoint({
  method: 'GET',
  path: '/api/admin/ledger/balance',
  access: 'admin',
  summary:
    'Our entries against the payment provider’s own sessions, refunds and disputes. Without days: what the last nightly comparison found and still stands. With days of UTC: compared now; at most 31 days, and nothing younger than an hour.',
  query: z.object({ from: z.optional(date), to: z.optional(date) }),
  reply: z.object({ comparison: z.nullable(comparison) }),
  errors: ['period_not_usable', 'ledger_not_compared'],
});
