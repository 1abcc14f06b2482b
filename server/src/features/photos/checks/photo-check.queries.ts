import { expressionBuilder, type Expression, type OnConflictBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import { appNow, later } from '../../../platform/database/expressions.ts';
import { toJsonOrNull } from '../../../platform/database/json.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export interface CheckRow {
  photoId: string;
  /** Size of the stored photo, in pixels. */
  width: number;
  height: number;
  /** Null if the photo is not checked yet, or the check failed. */
  findings: unknown;
  /** The findings come from an older version of the check, see `isOutdated`. */
  isOutdated: boolean;
  /** Also true if the check has exceeded its time, so that no order waits for ever. */
  isChecked: boolean;
}

/** How long an order waits for the check of a new photo. A check takes a second or two. */
const longestCheckMs = 2 * 60_000;

/** Whether findings lack the newest field: the search for pets whose face is hard to see. */
function isOutdated(findings: Expression<unknown>) {
  const eb = expressionBuilder<Tables>();
  const looksForPets = eb.fn('jsonb_extract_path', [findings, eb.val('looksForPets')]);
  return eb.and([eb(findings, 'is not', null), eb(looksForPets, 'is', null)]).$castTo<boolean>();
}

/** The photos of a set with their findings, in order. */
export function checksOfBucket(db: Queryable, bucketId: string): Promise<CheckRow[]> {
  return db
    .selectFrom('photos')
    .leftJoin('photoChecks', 'photoId', 'photos.id')
    .where('bucketId', '=', bucketId)
    .select(({ eb, ref }) => [
      'photos.id as photoId',
      'width',
      'height',
      'findings',
      isOutdated(ref('findings')).as('isOutdated'),
      eb
        .or([eb('checkedAt', 'is not', null), eb('photos.createdAt', '<', later(appNow, -longestCheckMs))])
        .$castTo<boolean>()
        .as('isChecked'),
    ])
    .orderBy('position')
    .execute();
}

/**
 * The file of a photo that is not checked yet, or whose findings are outdated. Photos of paid sets are included, because previews are cropped by the
 * findings.
 */
export async function fileToCheck(db: Queryable, photoId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('photos')
    .where('photos.id', '=', photoId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('photoChecks')
            .whereRef('photoId', '=', 'photos.id')
            .where(({ not, ref }) => not(isOutdated(ref('findings'))))
            .select('photoId'),
        ),
      ),
    )
    .select('filename')
    .executeTakeFirst();
  return row?.filename;
}

/**
 * Copies the findings of an identical photo of the same customer. Photos of other customers are not used, because a fast result would reveal that another
 * customer has the same photo.
 * @returns whether there were any
 */
export async function copyKnownCheck(db: Queryable, photoId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('photoChecks')
    .columns(['photoId', 'findings', 'checkedAt'])
    .expression(({ selectFrom }) =>
      selectFrom('photos')
        .innerJoin('buckets', 'buckets.id', 'photos.bucketId')
        .innerJoin('buckets as own', 'own.userId', 'buckets.userId')
        .innerJoin('photos as same', (join) =>
          join.onRef('same.bucketId', '=', 'own.id').onRef('same.sha256', '=', 'photos.sha256'),
        )
        .innerJoin('photoChecks as known', 'known.photoId', 'same.id')
        .where('known.findings', 'is not', null)
        .where(({ not, ref }) => not(isOutdated(ref('known.findings'))))
        .where('photos.id', '=', photoId)
        .select(['photos.id', 'known.findings', appNow.as('checkedAt')])
        .limit(1),
    )
    .onConflict(replaceOutdated)
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Saves findings. Existing ones are replaced by newer ones, but not by "no findings". Does nothing if the photo was deleted meanwhile. */
export async function saveCheck(db: Queryable, photoId: string, findings: object | null): Promise<void> {
  await db
    .insertInto('photoChecks')
    .columns(['photoId', 'findings', 'checkedAt'])
    .expression(({ selectFrom }) =>
      selectFrom('photos')
        .where('id', '=', photoId)
        .select(['id', toJsonOrNull(findings).as('findings'), appNow.as('checkedAt')]),
    )
    .onConflict(replaceOutdated)
    .execute();
}

function replaceOutdated(conflict: OnConflictBuilder<Tables, 'photoChecks'>) {
  return conflict
    .column('photoId')
    .doUpdateSet(({ ref }) => ({ findings: ref('excluded.findings'), checkedAt: ref('excluded.checkedAt') }))
    .where(({ and, eb, ref }) =>
      and([isOutdated(ref('photoChecks.findings')), eb('excluded.findings', 'is not', null)]),
    );
}
