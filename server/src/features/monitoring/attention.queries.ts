import type { overview } from '@keepsake/contract/admin/monitoring';
import type { Reply } from '@keepsake/contract/endpoint';
import type { Queryable } from '../../platform/database/db.ts';
import { databaseNow } from '../../platform/database/expressions.ts';
import { attentionQueries } from '../orders/attention.queries.ts';
import { countOf } from './figures/count.queries.ts';

type Attention = Reply<typeof overview>['attention'];

/** Counts what needs an administrator now: orders with a problem, and what blocks all orders. */
export function countAttention(db: Queryable): Promise<Attention> {
  return db
    .selectNoFrom(({ selectFrom }) => [
      countOf(attentionQueries.failedFilms(db)).as('failedFilms'),
      countOf(attentionQueries.owedFilms(db)).as('owedFilms'),
      countOf(attentionQueries.unfulfilledPayments(db)).as('unfulfilledPayments'),
      countOf(attentionQueries.failedInvoices(db)).as('failedInvoices'),
      countOf(
        selectFrom('providerPauses').where(({ or, eb }) =>
          or([eb('kind', '<>', 'busy'), eb('until', '>', databaseNow)]),
        ),
      ).as('stoppedProviders'),
      countOf(attentionQueries.undeliveredMails(db)).as('undeliveredMails'),
      countOf(attentionQueries.openDisputes(db)).as('openDisputes'),
    ])
    .executeTakeFirstOrThrow();
}
