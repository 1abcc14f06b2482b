import { expressionBuilder, type Expression, type OnConflictBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import { appNow, later } from '../../../platform/database/expressions.ts';
import { toJson, toJsonOrNull } from '../../../platform/database/json.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export interface CheckRow {
  photoId: string;
  /** Size of the stored photo, in pixels. */
  width: number;
  height: number;
  /** Null if the photo is not checked yet, or the check failed. */
  findings: unknown;
  /** The findings come from an older search than today's: see `searchVersion`. */
  isOutdated: boolean;
  /** Also true if the check has exceeded its time, so that no order waits for ever. */
  isChecked: boolean;
}

/**
 * The version of the search for findings. Raise it whenever the renderer finds more or other things in a photo: older findings are then renewed,
 * because a film could show something else than they promise. 2: pets whose faces are hard to see. 3: faces, by their size in a film. 4: hands with
 * more room, forearms that reach the border, masks and tinted glasses. 5: printed masks, scarves
 * and hands before a mouth, parted lips, heads near each other, and more hands that can wave. 6: faces of cats
 * and dogs, which counted as people's. 7: heads cheek to cheek, and hands that point aside. 8: heads in profile between two others. 9: mouths
 * that are opened wide, ears that are too small to be seen to twitch, faces of animals that are held, and hats that looked like a cat's head.
 * 10: heads at the border of a print. 11: mirrored and coloured glasses, and eyes out of sight on the far side of a head. 12: faces of
 * people near a pet, which counted as its face. 13: what small faces can do, things that stood out and
 * counted as somebody, and how many hands can wave.
 */
export const searchVersion = 13;

/**
 * How long an order waits for the check of a new photo. A check takes a second or two, but checks of all customers run one by one, so a hundred
 * photos take minutes. What their films cannot show must be known before they are paid for.
 */
const longestCheckMs = 15 * 60_000;

function isOutdated(findings: Expression<unknown>) {
  const eb = expressionBuilder<Tables>();
  const version = eb.fn.coalesce(eb.fn('jsonb_extract_path', [findings, eb.val('version')]), toJson(1));
  return eb.and([eb(findings, 'is not', null), eb(version, '<', toJson(searchVersion))]).$castTo<boolean>();
}

/** The photos of a bucket with their findings, in order. */
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
 * The file of a photo that is not checked yet, or whose findings are outdated. Photos of paid buckets are included, because previews are cropped by the
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

/** The number of photos in unpaid buckets of a customer that are not checked yet. */
export async function countUncheckedPhotos(db: Queryable, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('photos')
    .innerJoin('buckets', 'buckets.id', 'bucketId')
    .leftJoin('photoChecks', 'photoId', 'photos.id')
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .where('checkedAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Copies the findings of an identical photo of the same customer. Photos of other customers are not used, because a fast result would reveal that
 * another customer has the same photo.
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

/**
 * Replaces older findings by newer ones. Null: the photo could not be checked; older findings stay, and count as current. Does nothing if the photo
 * was deleted meanwhile.
 */
export async function saveCheck(db: Queryable, photoId: string, findings: object | null): Promise<void> {
  await db
    .insertInto('photoChecks')
    .columns(['photoId', 'findings', 'checkedAt'])
    .expression(({ selectFrom }) =>
      selectFrom('photos')
        .where('id', '=', photoId)
        .select([
          'id',
          toJsonOrNull(findings && { ...findings, version: searchVersion }).as('findings'),
          appNow.as('checkedAt'),
        ]),
    )
    .onConflict(replaceOutdated)
    .execute();
}

function replaceOutdated(conflict: OnConflictBuilder<Tables, 'photoChecks'>) {
  return conflict
    .column('photoId')
    .doUpdateSet(({ eb, fn, ref }) => ({
      findings: fn.coalesce(
        'excluded.findings',
        eb('photoChecks.findings', '||', toJson<unknown>({ version: searchVersion })),
      ),
      checkedAt: ref('excluded.checkedAt'),
    }))
    .where(({ ref }) => isOutdated(ref('photoChecks.findings')));
}
