import type { IssuerName } from '../../providers/invoicing/invoice-issuer.ts';
import { sql, type Queryable, type Tx } from '../../platform/db.ts';

/** How long nobody may ask this issuer; 0 where it may be asked. */
export async function issuerPausedForMs(db: Queryable, issuer: IssuerName): Promise<number> {
  const row = await db.first<{ ms: number }>(sql`
    select greatest(0, extract(epoch from until - now()) * 1000)::int as ms from issuer_pauses where issuer = ${issuer}`);
  return row?.ms ?? 0;
}

/** Lets nobody ask this issuer for a while; a longer pause that stands already stays. */
export async function pauseIssuer(tx: Tx, issuer: IssuerName, ms: number, reason: string): Promise<void> {
  await tx.run(sql`
    insert into issuer_pauses (issuer, until, reason)
    values (${issuer}, now() + ${Math.round(ms)}::int * interval '1 millisecond', ${reason})
    on conflict (issuer) do update set until = greatest(issuer_pauses.until, excluded.until), reason = excluded.reason`);
}

/** Notes that administrators are told of a stop. @returns when, the first time; undefined where they were told before */
export async function claimTelling(tx: Tx, issuer: IssuerName): Promise<Date | undefined> {
  const row = await tx.first<{ toldAt: Date }>(sql`
    update issuer_pauses set told_at = now() where issuer = ${issuer} and told_at is null returning told_at`);
  return row?.toldAt;
}

/** The issuer works again. */
export async function endPause(db: Queryable, issuer: IssuerName): Promise<void> {
  await db.run(sql`delete from issuer_pauses where issuer = ${issuer} and until <= now()`);
}
