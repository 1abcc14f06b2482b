import type { overview } from '@keepsake/contract/admin/monitoring';
import type { Reply } from '@keepsake/contract/endpoint';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import { appNow } from '../../../platform/database/expressions.ts';

/** Sums up the sizes of all photos and films. It reads both tables whole: for a job, not for a request. */
export async function sumStored(db: Queryable): Promise<void> {
  await db
    .insertInto('storedSums')
    .columns(['kind', 'files', 'bytes', 'countedAt'])
    .expression(
      db
        .selectFrom('photos')
        .select(({ fn, lit, cast }) => [
          sql.lit<'photos' | 'films'>('photos').as('kind'),
          fn.countAll<number>().as('files'),
          cast<number>(fn.coalesce(fn.sum('bytes'), lit(0)), 'bigint').as('bytes'),
          appNow.as('countedAt'),
        ])
        .unionAll(
          db
            .selectFrom('films')
            .where('filmBytes', 'is not', null)
            .select(({ fn, lit, cast }) => [
              sql.lit<'photos' | 'films'>('films').as('kind'),
              fn.countAll<number>().as('files'),
              cast<number>(fn.coalesce(fn.sum('filmBytes'), lit(0)), 'bigint').as('bytes'),
              appNow.as('countedAt'),
            ]),
        ),
    )
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet(({ ref }) => ({
        files: ref('excluded.files'),
        bytes: ref('excluded.bytes'),
        countedAt: ref('excluded.countedAt'),
      })),
    )
    .execute();
}

/** The last sums; null before the first. */
export async function storedSums(db: Queryable): Promise<Reply<typeof overview>['stored']> {
  const rows = await db.selectFrom('storedSums').select(['kind', 'files', 'bytes', 'countedAt']).execute();
  const [photos, films] = (['photos', 'films'] as const).map((kind) => rows.find((row) => row.kind === kind));
  if (!photos || !films) return null;
  const sizeOf = ({ files, bytes }: typeof photos) => ({ files, bytes });
  return { photos: sizeOf(photos), films: sizeOf(films), countedAt: photos.countedAt.toISOString() };
}
