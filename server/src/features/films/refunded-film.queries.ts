import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/**
 * Whether a film was refunded, or its refund is in progress: it is not made again unless the refund fails. Granted films cost nothing and are never
 * refunded; a refund of a free amount belongs to no film.
 */
export function isRefunded({ and, or, eb, exists, selectFrom, ref }: ExpressionBuilder<Tables, 'films'>) {
  const ofFilm: RawBuilder<boolean> = sql`refunds.films @> jsonb_build_array(jsonb_build_object('id', ${ref('films.id')}))`;
  return or([
    and([
      eb('films.creditId', 'is', null),
      exists(
        selectFrom('refunds')
          .whereRef('refunds.bucketId', '=', 'films.bucketId')
          .where('refunds.state', 'not in', ['failed', 'refused'])
          .where((refund) =>
            refund.or([
              ofFilm,
              refund.and([
                refund('refunds.scope', '=', 'whole'),
                refund.exists(
                  refund
                    .selectFrom('checkouts')
                    .whereRef('checkouts.paymentIntent', '=', 'refunds.paymentIntent')
                    .where('checkouts.fulfilledAt', 'is not', null)
                    .select('checkouts.id'),
                ),
              ]),
            ]),
          )
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
