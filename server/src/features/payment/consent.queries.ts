import type { consents } from '@keepsake/contract/payment';
import { sql, type Queryable } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type * as z from 'zod/mini';

export type GivenConsents = z.output<typeof consents>;

export interface StoredConsent {
  kind: 'guidelines' | 'final_sale';
  textVersion: string;
  language: 'en' | 'hu' | 'de' | 'fr' | 'es';
  givenAt: Date;
}

/** Stores both boxes with time, language and text film; what was given before to the same text stays as it was. */
export async function storeConsents(
  db: Queryable,
  bucketId: string,
  userId: string,
  given: GivenConsents,
): Promise<void> {
  for (const kind of ['guidelines', 'final_sale'] as const) {
    await db.run(sql`
      insert into consents (id, bucket_id, user_id, kind, text_version, language, given_at)
      values (${newId()}, ${bucketId}, ${userId}, ${kind}, ${given.textVersion}, ${given.language}, app_now())
      on conflict (bucket_id, kind, text_version) do nothing`);
  }
}

/** The consents in force: the latest of each kind. */
export function consentsOfBucket(db: Queryable, bucketId: string): Promise<StoredConsent[]> {
  return db.query(sql`
    select distinct on (kind) kind, text_version, language, given_at
    from consents where bucket_id = ${bucketId} order by kind, given_at desc, id desc`);
}
