import type { overview } from '@keepsake/contract/admin/monitoring';
import type { Reply } from '@keepsake/contract/endpoint';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import { appNow } from '../../../platform/database/expressions.ts';

type Sums = Reply<typeof overview>['stored'];

/** Up to this many photos and films the sums are computed for every request, so that a small shop sees current values. */
const summedAtOnce = 20_000;

/** Sums up the sizes of all photos and films, and stores the sums. */
export async function sumStored(db: Queryable): Promise<void> {
  await db
    .insertInto('storedSums')
    .columns(['kind', 'files', 'bytes', 'countedAt'])
    .expression(sumsNow(db))
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet(({ ref }) => ({
        files: ref('excluded.files'),
        bytes: ref('excluded.bytes'),
        countedAt: ref('excluded.countedAt'),
      })),
    )
    .execute();
}

/** Scans both tables: takes a second for a million photos. */
function sumsNow(db: Queryable) {
  return db
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
    );
}

/** Number and size of the stored files: current, or for many files as last summed up. Null if they never were. */
export async function storedSums(db: Queryable): Promise<Sums> {
  const kept = viewSums(await db.selectFrom('storedSums').select(['kind', 'files', 'bytes', 'countedAt']).execute());
  if (!kept || kept.photos.files + kept.films.files > summedAtOnce) return kept;
  return viewSums(await sumsNow(db).execute());
}

function viewSums(rows: { kind: 'photos' | 'films'; files: number; bytes: number; countedAt: Date }[]): Sums {
  const [photos, films] = (['photos', 'films'] as const).map((kind) => rows.find((row) => row.kind === kind));
  if (!photos || !films) return null;
  const sizeOf = ({ files, bytes }: typeof photos) => ({ files, bytes });
  return { photos: sizeOf(photos), films: sizeOf(films), countedAt: photos.countedAt.toISOString() };
}
