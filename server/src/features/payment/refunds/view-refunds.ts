import type { OrderRefunds, Refund } from '@keepsake/contract/orders/refunds';
import { AppError } from '../../../errors.ts';
import type { Queryable } from '../../../platform/database/db.ts';
import { insteadOf } from '../../films/film-report.ts';
import { namesOfActors } from '../../journal/audit.queries.ts';
import { factsOfOrder } from '../ledger/order-money.queries.ts';
import { inMajor } from '../ledger/view-ledger.ts';
import { refundOffer } from './refund-offer.ts';
import { customerOfBucket } from './bought-film.queries.ts';
import type { RefundRow } from './refund.queries.ts';

/** What can be refunded of a bucket, and its refunds. @throws AppError not_found */
export async function viewRefunds(db: Queryable, bucketId: string): Promise<OrderRefunds> {
  if (!(await factsOfOrder(db, bucketId))) throw new AppError('not_found');
  const { payments, films, refunds } = await refundOffer(db, bucketId);
  const customer = await customerOfBucket(db, bucketId);
  const names = await namesOfActors(
    db,
    refunds.map(({ requestedBy }) => requestedBy),
  );
  const currency = payments.find(({ fulfilled }) => fulfilled)?.currency ?? null;
  return {
    payments: payments.map((payment) => ({
      payment: payment.paymentIntent,
      fulfilled: payment.fulfilled,
      currency: payment.currency,
      charged: inMajor(payment.charged, payment.currency),
      refunded: inMajor(payment.refunded, payment.currency),
      underWay: inMajor(payment.underWay, payment.currency),
      left: inMajor(payment.left, payment.currency),
    })),
    films: films.map(({ id, photoId, photo, action, number, state, price, refunded, ...made }) => ({
      id,
      contentId: photoId,
      photo,
      action,
      number,
      state,
      ...insteadOf(made),
      price: inMajor(price, currency),
      refunded,
    })),
    customer: customer ? { email: customer.email, language: customer.language } : null,
    refunds: refunds.map((row) => viewRefund(row, names)),
  };
}

function viewRefund(row: RefundRow, names: Map<string, string>): Refund {
  const { id, currency, note, scope, filmsGo, state, failureCode, failure } = row;
  return {
    id,
    payment: row.paymentIntent,
    amount: inMajor(row.amount, currency),
    currency,
    scope,
    note,
    films: row.films.map((film) => ({ ...film, amount: inMajor(film.amount, currency) })),
    filmsGo,
    filmsRemovedAt: row.filmsRemovedAt?.toISOString() ?? null,
    state,
    failureCode,
    failure,
    reference: row.providerRef,
    by: names.get(row.requestedBy) ?? null,
    requestedAt: row.requestedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
