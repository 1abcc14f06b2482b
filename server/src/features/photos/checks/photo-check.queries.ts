import type { Queryable } from '../../../platform/database/db.ts';
import { appNow, later } from '../../../platform/database/expressions.ts';
import { toJsonOrNull } from '../../../platform/database/json.ts';

export interface CheckRow {
  photoId: string;
  /** Of the photo as it is kept, in pixels. */
  width: number;
  height: number;
  /** Null where the photo is not checked yet, or could not be. */
  findings: unknown;
  /** Also where the check has not ended in time: no order waits for it without an end. */
  isChecked: boolean;
}

/** How long an order waits for the check of a new photo. A check takes a second or two. */
const longestCheckMs = 2 * 60_000;

/** The photos of a set with their findings, in order. */
export function checksOfBucket(db: Queryable, bucketId: string): Promise<CheckRow[]> {
  return db
    .selectFrom('photos')
    .leftJoin('photoChecks', 'photoId', 'photos.id')
    .where('bucketId', '=', bucketId)
    .select(({ eb }) => [
      'photos.id as photoId',
      'width',
      'height',
      'findings',
      eb
        .or([eb('checkedAt', 'is not', null), eb('photos.createdAt', '<', later(appNow, -longestCheckMs))])
        .$castTo<boolean>()
        .as('isChecked'),
    ])
    .orderBy('position')
    .execute();
}

/** The file of a photo that is not checked yet: in a set that was paid at once, too, as pictures are cropped by what is found. */
export async function fileToCheck(db: Queryable, photoId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('photos')
    .where('photos.id', '=', photoId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('photoChecks').whereRef('photoId', '=', 'photos.id').select('photoId'))),
    )
    .select('filename')
    .executeTakeFirst();
  return row?.filename;
}

/**
 * Copies the findings of the same picture of the same customer. Not of other customers: a fast answer would reveal that another
 * customer has the picture. @returns whether there were any
 */
export async function keepKnownCheck(db: Queryable, photoId: string): Promise<boolean> {
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
        .where('photos.id', '=', photoId)
        .select(['photos.id', 'known.findings', appNow.as('checkedAt')])
        .limit(1),
    )
    .onConflict((conflict) => conflict.column('photoId').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Does nothing where the photo was deleted meanwhile. */
export async function keepCheck(db: Queryable, photoId: string, findings: object | null): Promise<void> {
  await db
    .insertInto('photoChecks')
    .columns(['photoId', 'findings', 'checkedAt'])
    .expression(({ selectFrom }) =>
      selectFrom('photos')
        .where('id', '=', photoId)
        .select(['id', toJsonOrNull(findings).as('findings'), appNow.as('checkedAt')]),
    )
    .onConflict((conflict) => conflict.column('photoId').doNothing())
    .execute();
}
