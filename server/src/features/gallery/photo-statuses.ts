import type { batchStatus } from '@keepsake/contract/content';
import type { Reply } from '@keepsake/contract/endpoint';
import type { Deps } from '../../deps.ts';
import { catchUpPayment } from '../payment/settle-session.job.ts';
import { statusOfPhotos, type PhotoStatusRow } from '../photos/photo.queries.ts';
import { photoStatus } from './photo-status.ts';
import { toProcessedContents, toVersions } from './film-view.ts';
import { filmsOfPhotos } from './film-view.queries.ts';

/** Where a user's photos stand, by id, in two statements; ids of others are left out. An open payment is looked up. */
export async function photoStatuses(
  deps: Deps,
  userId: string,
  photoIds: string[],
): Promise<Reply<typeof batchStatus>['statuses']> {
  const photos = await currentStanding(deps, userId, photoIds);
  // Only what is paid has films.
  const paid = photos.filter(({ isPaid }) => isPaid).map(({ id }) => id);
  const films = paid.length > 0 ? await filmsOfPhotos(deps.db, paid) : [];
  const byPhoto = Map.groupBy(films, ({ photoId }) => photoId);
  return Object.fromEntries(
    photos.map(({ id, isPaid }) => {
      const own = byPhoto.get(id) ?? [];
      const status = photoStatus(
        isPaid,
        own.map(({ state }) => state),
      );
      return [id, { status, processedVideos: toProcessedContents(deps.links, own), versions: toVersions(own) }];
    }),
  );
}

async function currentStanding(deps: Deps, userId: string, photoIds: string[]): Promise<PhotoStatusRow[]> {
  const photos = await statusOfPhotos(deps.db, userId, photoIds);
  const open = new Set(photos.filter(({ mayBePaid }) => mayBePaid).map(({ bucketId }) => bucketId));
  if (open.size === 0 || !(await catchUpPayment(deps, [...open]))) return photos;
  return statusOfPhotos(deps.db, userId, photoIds);
}
