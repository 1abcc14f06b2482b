import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { databaseNow, later } from '../../platform/database/expressions.ts';
import type { IssuerName } from '../../providers/invoicing/invoice-issuer.ts';

/** For how many more milliseconds requests to this issuer are paused; 0 if they are not. */
export async function issuerPausedForMs(db: Queryable, issuer: IssuerName): Promise<number> {
  const row = await db
    .selectFrom('issuerPauses')
    .where('issuer', '=', issuer)
    .select(sql<number>`greatest(0, extract(epoch from until - ${databaseNow}) * 1000)::int`.as('ms'))
    .executeTakeFirst();
  return row?.ms ?? 0;
}

/** Pauses requests to this issuer; a longer pause is not shortened. */
export async function pauseIssuer(tx: Tx, issuer: IssuerName, ms: number, reason: string): Promise<void> {
  await tx
    .insertInto('issuerPauses')
    .values({ issuer, until: later(databaseNow, ms), reason })
    .onConflict((conflict) =>
      conflict.column('issuer').doUpdateSet(({ fn, ref }) => ({
        until: fn<Date>('greatest', ['issuerPauses.until', 'excluded.until']),
        reason: ref('excluded.reason'),
      })),
    )
    .execute();
}

/** Records that administrators are notified of a pause. @returns when; undefined if that was recorded before */
export async function claimPauseNotice(tx: Tx, issuer: IssuerName): Promise<Date | undefined> {
  const row = await tx
    .updateTable('issuerPauses')
    .where('issuer', '=', issuer)
    .where('toldAt', 'is', null)
    .set({ toldAt: databaseNow })
    .returning('toldAt')
    .executeTakeFirst();
  return row?.toldAt ?? undefined;
}

/** Deletes an expired pause: the issuer works again. */
export async function endPause(db: Queryable, issuer: IssuerName): Promise<void> {
  await db.deleteFrom('issuerPauses').where('issuer', '=', issuer).where('until', '<=', databaseNow).execute();
}
