import type { overview } from '@keepsake/contract/admin/monitoring';
import type { Reply } from '@keepsake/contract/endpoint';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { databaseNow } from '../../platform/database/expressions.ts';
import { countOf } from './counts.queries.ts';
import { isToBeRefunded } from '../payment/payment.queries.ts';

type Attention = Reply<typeof overview>['attention'];

/** How much needs an administrator now. Each count has an index without other rows. */
export function countAttention(db: Queryable): Promise<Attention> {
  return db
    .selectNoFrom(({ selectFrom }) => [
      countOf(selectFrom('films').where('state', '=', sql.lit('failed'))).as('failedFilms'),
      countOf(selectFrom('owedFilms').where('settledAt', 'is', null)).as('owedFilms'),
      countOf(selectFrom('checkouts').where(isToBeRefunded)).as('unfulfilledPayments'),
      countOf(selectFrom('invoices').where('issueState', '=', sql.lit('failed'))).as('failedInvoices'),
      countOf(
        selectFrom('providerPauses').where(({ or, eb }) =>
          or([eb('kind', '<>', 'busy'), eb('until', '>', databaseNow)]),
        ),
      ).as('stoppedProviders'),
      countOf(selectFrom('mails').where('state', '=', sql.lit('failed'))).as('undeliveredMails'),
      countOf(
        selectFrom('paymentLedger as dispute')
          .where('dispute.kind', '=', sql.lit('dispute'))
          .where(({ not, exists, selectFrom: from }) =>
            not(
              exists(
                from('paymentLedger as end')
                  .where('end.kind', 'in', ['dispute_won', 'dispute_lost', 'dispute_closed'])
                  .whereRef('end.providerRef', '=', 'dispute.providerRef')
                  .select('end.id'),
              ),
            ),
          ),
      ).as('openDisputes'),
    ])
    .executeTakeFirstOrThrow();
}
