import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import { unconfirmedCodes } from '../../films/failed-film.queries.ts';
import { isRefunded } from '../../films/refunded-film.queries.ts';
import { attentionQueries } from '../attention.queries.ts';
import type { MailKind } from '../../journal/mail-kinds.ts';

export interface OrderHead {
  id: string;
  name: string | null;
  /** Null if the set is deleted. */
  status: 'pending' | 'paid' | 'archived' | null;
  createdAt: Date | null;
  paidAt: Date | null;
  deletionDate: Date | null;
  userId: string | null;
  deletedAt: Date | null;
  deletedBecause: 'customer' | 'account' | 'retention' | null;
  deletedPhotos: number | null;
  deletedFilms: number | null;
  /** Whether a payment page was opened for it. */
  hasCheckout: boolean;
}

/** A set of any user, existing or deleted; undefined if there is no trace of one. */
export async function headOfOrder(db: Queryable, bucketId: string): Promise<OrderHead | undefined> {
  const head = await db
    .selectFrom(db.selectNoFrom(sql<string>`${bucketId}::uuid`.as('id')).as('wanted'))
    .leftJoin('buckets', 'buckets.id', 'wanted.id')
    .leftJoin('bucketTombstones as gone', 'gone.bucketId', 'wanted.id')
    .leftJoin('sales', 'sales.bucketId', 'wanted.id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('checkouts')
          .whereRef('checkouts.bucketId', '=', 'wanted.id')
          .select(['checkouts.id as checkoutId', 'checkouts.userId as payerId'])
          .orderBy('checkouts.createdAt', 'desc')
          .limit(1)
          .as('checkout'),
      (join) => join.onTrue(),
    )
    .select(({ fn, eb }) => [
      'wanted.id',
      'buckets.id as bucketId',
      'buckets.name',
      'buckets.status',
      fn.coalesce('buckets.createdAt', 'gone.createdAt').as('createdAt'),
      fn.coalesce('buckets.paidAt', 'gone.paidAt', 'sales.paidAt').as('paidAt'),
      'buckets.deletionDate',
      // For a deleted set only the row of its payment page still names the user.
      fn.coalesce('buckets.userId', 'checkout.payerId').as('userId'),
      'gone.deletedAt',
      'gone.reason as deletedBecause',
      'gone.photos as deletedPhotos',
      'gone.films as deletedFilms',
      eb('checkout.checkoutId', 'is not', null).$castTo<boolean>().as('hasCheckout'),
    ])
    .executeTakeFirstOrThrow();
  const { bucketId: present, ...rest } = head;
  return present !== null || rest.deletedAt !== null || rest.hasCheckout ? rest : undefined;
}

export interface FilmDetails {
  id: string;
  failureReason: string | null;
  /** What the customer had agreed to get instead of the effect, if anything. */
  agreedTo: string | null;
  mayBeChargedTwice: boolean;
  granted: boolean;
  refunded: boolean;
}

/** Details of the films of a set that only administrators see. */
export function detailsOfFilms(db: Queryable, bucketId: string): Promise<FilmDetails[]> {
  return db
    .selectFrom('films')
    .where('bucketId', '=', bucketId)
    .select((film) => [
      'id',
      'failureReason',
      'agreedTo',
      film
        .and([film('state', '=', 'failed'), film('failureCode', 'in', unconfirmedCodes)])
        .$castTo<boolean>()
        .as('mayBeChargedTwice'),
      isRefunded(film).$castTo<boolean>().as('refunded'),
      film('creditId', 'is not', null).$castTo<boolean>().as('granted'),
    ])
    .execute();
}

/** Every request for the films of a set, in their order. */
export function attemptsOfOrder(db: Queryable, bucketId: string) {
  return db
    .selectFrom('attempts')
    .innerJoin('films', 'films.id', 'attempts.filmId')
    .where('films.bucketId', '=', bucketId)
    .select([
      'attempts.filmId',
      'attempts.number',
      'attempts.provider',
      'attempts.state',
      'attempts.sentAt',
      'attempts.endedAt',
      'attempts.failureCode',
      'attempts.failureReason',
      'attempts.providerGenerationId as generation',
    ])
    .orderBy('attempts.filmId')
    .orderBy('attempts.number')
    .execute();
}

export interface ListedMail {
  id: string;
  kind: MailKind;
  state: 'queued' | 'sent' | 'failed' | 'dropped';
  createdAt: Date;
  sentAt: Date | null;
  tries: number;
  lastError: string | null;
  bucketId: string | null;
}

/** Mails about a set or to a user, newest first. */
export function listMails(
  db: Queryable,
  of: { column: 'bucketId' | 'userId'; id: string },
  limit: number,
): Promise<ListedMail[]> {
  return db
    .selectFrom('mails')
    .where(of.column, '=', of.id)
    .where('kind', '<>', 'admin-alert')
    .select(['id', 'kind', 'state', 'createdAt', 'sentAt', 'tries', 'lastError', 'bucketId'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Mails that need an administrator with their readers, newest first. */
export function undeliveredMails(db: Queryable, { page, limit }: { page: number; limit: number }) {
  return attentionQueries
    .undeliveredMails(db)
    .leftJoin('users', 'users.id', 'mails.userId')
    .select([
      'mails.id',
      'mails.kind',
      'mails.state',
      'mails.createdAt',
      'mails.sentAt',
      'mails.tries',
      'mails.lastError',
    ])
    .select(['mails.bucketId', 'users.id as userId', 'users.name', 'users.email'])
    .orderBy('mails.createdAt', 'desc')
    .orderBy('mails.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

export async function countUndeliveredMails(db: Queryable): Promise<number> {
  const { total } = await attentionQueries
    .undeliveredMails(db)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export interface InvoiceState {
  id: string;
  /** Minor units. */
  amount: number | null;
  failure: string | null;
  changedAt: Date;
}

/** The state of a set's invoice, without the buyer's data. */
export function invoiceStateOfOrder(db: Queryable, bucketId: string): Promise<InvoiceState | undefined> {
  return db
    .selectFrom('invoices')
    .where('bucketId', '=', bucketId)
    .select(['id', 'amount', 'issueFailure as failure', 'updatedAt as changedAt'])
    .executeTakeFirst();
}

/** The revision of the buyer's data for optimistic locking: every change sets the time. */
export function revisionOf({ changedAt }: InvoiceState): number {
  return changedAt.getTime();
}
