import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import type { Tables } from '../../platform/database/tables.ts';

/**
 * Whether a film was refunded, or its refund is in progress: it is not made again unless the refund fails. Granted films cost nothing and are never
 * refunded; a refund of a free amount belongs to no film.
 */
export function isRefunded({ and, or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'films'>) {
  return or([
    and([
      eb('films.creditId', 'is', null),
      exists(
        selectFrom('refunds')
          .where(isForFilm)
          .where('refunds.state', 'not in', ['failed', 'refused'])
          .select('refunds.id'),
      ),
    ]),
    // Refunds that were made elsewhere and recorded by an administrator.
    exists(
      selectFrom('owedFilms')
        .whereRef('owedFilms.bucketId', '=', 'films.bucketId')
        .whereRef('owedFilms.filmId', '=', 'films.id')
        .where('owedFilms.settlement', '=', 'refund')
        .where('owedFilms.creditId', 'is not', null)
        .select('owedFilms.id'),
    ),
  ]);
}

/** Whether a refund is for a bought film: it names the film, or is for the whole order. */
function isForFilm({ and, or, eb, exists, selectFrom, ref }: ExpressionBuilder<Tables, 'films' | 'refunds'>) {
  const namesFilm: RawBuilder<boolean> = sql`refunds.films @> jsonb_build_array(jsonb_build_object('id', ${ref('films.id')}))`;
  return and([
    eb('refunds.bucketId', '=', ref('films.bucketId')),
    or([
      namesFilm,
      and([
        eb('refunds.scope', '=', 'whole'),
        exists(
          selectFrom('checkouts')
            .whereRef('checkouts.paymentIntent', '=', 'refunds.paymentIntent')
            .where('checkouts.fulfilledAt', 'is not', null)
            .select('checkouts.id'),
        ),
      ]),
    ]),
  ]);
}

export interface MadeRefund {
  refundId: string | null;
  /** Of a refund that was made elsewhere and recorded by an administrator. */
  creditId: string | null;
  note: string | null;
  /** Null if that account was deleted. */
  settledBy: string | null;
}

/** The refund that a customer has already got for a film, if any. */
export async function refundOfFilm(tx: Tx, filmId: string): Promise<MadeRefund | undefined> {
  const made = await tx
    .selectFrom('films')
    .innerJoin('refunds', (join) => join.on(isForFilm))
    .leftJoin('users', 'users.id', 'refunds.requestedBy')
    .where('films.id', '=', filmId)
    .where('films.creditId', 'is', null)
    .where('refunds.state', '=', 'succeeded')
    .select(({ lit }) => ['refunds.id as refundId', lit(null).as('creditId'), 'refunds.note', 'users.id as settledBy'])
    .executeTakeFirst();
  if (made) return made;
  return tx
    .selectFrom('owedFilms')
    .where('filmId', '=', filmId)
    .where('settlement', '=', 'refund')
    .where('creditId', 'is not', null)
    .select(({ lit }) => [lit(null).as('refundId'), 'creditId', 'note', 'settledBy'])
    .executeTakeFirst();
}
