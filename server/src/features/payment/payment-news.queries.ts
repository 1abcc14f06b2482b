import { sql, type Queryable } from '../../platform/db.ts';

/** Up to which moment of the provider's clock its list of what happened was read; undefined where it never was. */
export async function newsSeenUntil(db: Queryable): Promise<Date | undefined> {
  const row = await db.first<{ seenUntil: Date }>(sql`select seen_until from payment_news_cursor`);
  return row?.seenUntil;
}

export async function setNewsSeenUntil(db: Queryable, at: Date): Promise<void> {
  await db.run(sql`
    insert into payment_news_cursor (seen_until) values (${at})
    on conflict (only_one) do update set seen_until = greatest(payment_news_cursor.seen_until, excluded.seen_until)`);
}
