import { currency as currencies, type Currency } from '@keepsake/contract/primitives';
import type { Queryable } from '../../../platform/database/db.ts';
import { paymentsOfOrder, type OrderPaymentRow } from '../ledger/order-money.queries.ts';
import { pricesOfFilms } from './film-prices.ts';
import { boughtFilms, boughtOrder, type BoughtFilm } from './bought-film.queries.ts';
import { refundsOfBucket, refundsUnderWay, type RefundRow } from './refund.queries.ts';

/** What can be refunded of a bucket. Amounts in minor units. */
export interface RefundOffer {
  payments: OfferedPayment[];
  films: OfferedFilm[];
  refunds: RefundRow[];
}

export interface OfferedPayment extends OrderPaymentRow {
  currency: Currency;
  underWay: number;
  left: number;
}

export interface OfferedFilm extends BoughtFilm {
  price: number;
  refunded: boolean;
}

/** A caller that acts on the result must hold the lock of the payment. */
export async function refundOffer(db: Queryable, bucketId: string): Promise<RefundOffer> {
  const rows = (await paymentsOfOrder(db, bucketId)).filter(isInOurCurrency);
  const underWay = await refundsUnderWay(
    db,
    rows.map(({ paymentIntent }) => paymentIntent),
  );
  const payments = rows.map((row) => {
    const reserved = underWay.get(row.paymentIntent) ?? 0;
    return { ...row, underWay: reserved, left: Math.max(0, row.charged - row.refunded - reserved) };
  });
  const refunds = await refundsOfBucket(db, bucketId);
  return { payments, films: await offeredFilms(db, bucketId, refunds), refunds };
}

function isInOurCurrency(row: OrderPaymentRow): row is OrderPaymentRow & { currency: Currency } {
  return currencies.safeParse(row.currency).success;
}

async function offeredFilms(db: Queryable, bucketId: string, refunds: RefundRow[]): Promise<OfferedFilm[]> {
  const order = await boughtOrder(db, bucketId);
  if (!order) return [];
  const films = await boughtFilms(db, bucketId);
  const prices = pricesOfFilms(order, films);
  const standing = refunds.filter(
    ({ state, paymentIntent }) => state !== 'failed' && state !== 'refused' && paymentIntent === order.paymentIntent,
  );
  const isWhole = standing.some(({ scope }) => scope === 'whole');
  const refunded = new Set(standing.flatMap((refund) => refund.films.map(({ id }) => id)));
  return films.map((film) => ({
    ...film,
    price: prices.get(film.id) ?? 0,
    refunded: isWhole || refunded.has(film.id),
  }));
}
