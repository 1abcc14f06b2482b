import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { countedRows, currency, daysInOrder, date, id, pageQuery, text, time } from '../primitives.ts';

/** The statuses of a set, and `deleted`. `pending`: not paid yet. */
export const orderStatuses = ['pending', 'paid', 'archived', 'deleted'] as const;
export const orderStatus = z.enum(orderStatuses);
export type OrderStatus = z.output<typeof orderStatus>;

/** Why an order needs an administrator. Their texts are in the web app. */
export const attentionReasons = [
  'films_failed',
  'films_owed',
  'payment_unfulfilled',
  'invoice_failed',
  'mail_failed',
  'dispute_open',
] as const;
export const attentionReason = z.enum(attentionReasons);
export type AttentionReason = z.output<typeof attentionReason>;

/**
 * What orders are narrowed to: those that need an administrator, for any reason or one, those with films that are still to be made, and those
 * with films that failed, refunded ones too.
 */
export const orderNeeds = ['true', ...attentionReasons, 'films_waiting', 'films_failed_any'] as const;
export type OrderNeed = (typeof orderNeeds)[number];

/**
 * - `active`: paid or not, and neither archived nor deleted
 * - `sold`: it was paid, whatever became of it since
 * - `refunded`: money of its payments went back
 */
export const orderStatusFilters = [...orderStatuses, 'active', 'sold', 'refunded'] as const;
export type OrderStatusFilter = (typeof orderStatusFilters)[number];

/** The day that a period is about: `ordered` is that of the payment, and before it of the beginning. */
export const orderDays = ['ordered', 'begun', 'deleted'] as const;
export type OrderDay = (typeof orderDays)[number];

export const orderSorts = ['date', 'customer', 'photos', 'done', 'waiting', 'failed', 'amount', 'status'] as const;

const filter = z.object({
  /** Words in the customer's name or address, the id of a set, an invoice number, or an id of the payment provider. */
  search: z.optional(text(200)),
  status: z.optional(z.enum(orderStatusFilters)),
  /** `false` narrows nothing. */
  attention: z.optional(z.enum([...orderNeeds, 'false'])),
  day: z._default(z.enum(orderDays), 'ordered'),
  from: z.optional(date),
  to: z.optional(date),
});

export const listedOrder = z.object({
  id,
  /** When it was paid; before that, when the set was created. */
  date: time,
  status: orderStatus,
  /** Null if the account, or an unpaid set, is deleted. */
  customer: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  /** For a deleted set, the number that it had; so for films. */
  photos: z.int(),
  films: z.object({ done: z.int(), waiting: z.int(), failed: z.int() }),
  /** Major units; null if nothing was sold. */
  amount: z.nullable(z.number()),
  currency: z.nullable(currency),
  /** What went back of its payments, in each currency, in major units; empty where nothing did. */
  refunded: z.array(z.object({ amount: z.number(), currency: z.string() })),
  attention: z.array(attentionReason),
});
export type ListedOrder = z.output<typeof listedOrder>;

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  summary: `Every set, paid or not, including deleted ones. Days are UTC days, both included. At most ${countedRows} are counted.`,
  query: z
    .extend(pageQuery(limits.adminPageSize), {
      ...filter.shape,
      sort: z._default(z.enum(orderSorts), 'date'),
      direction: z._default(z.enum(['asc', 'desc']), 'desc'),
    })
    .check(daysInOrder),
  reply: z.object({
    data: z.array(listedOrder),
    total: z.int(),
    /** Whether there are more than `total`. */
    more: z.boolean(),
  }),
});

export const exportOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders.csv',
  access: 'admin',
  summary: 'The same list as a table for spreadsheets (CSV, UTF-8): all orders, newest set first.',
  query: filter.check(daysInOrder),
  replyType: 'csv',
  reply: z.string(),
});
