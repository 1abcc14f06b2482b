import type { batchStatus } from '@keepsake/contract/content';
import type { Reply } from '@keepsake/contract/endpoint';
import type { Deps } from '../../deps.ts';
import { catchUpPayment } from '../payment/catch-up-payment.ts';
import { standingOfContents, type StandingRow } from '../photos/photo.queries.ts';
import { contentStatus } from './photo-status.ts';
import { toProcessedContents, toVersions } from './film-view.ts';
import { versionsOfContents } from './film-view.queries.ts';

/** Where a user's photos stand, by id, in two statements; ids of others are left out. An open payment is looked up. */
export async function contentStatuses(
  deps: Deps,
  userId: string,
  contentIds: string[],
): Promise<Reply<typeof batchStatus>['statuses']> {
  const photos = await currentStanding(deps, userId, contentIds);
  // Only what is paid has versions.
  const paid = photos.filter(({ isPaid }) => isPaid).map(({ id }) => id);
  const versions = paid.length > 0 ? await versionsOfContents(deps.db, paid) : [];
  const byContent = Map.groupBy(versions, ({ contentId }) => contentId);
  return Object.fromEntries(
    photos.map(({ id, isPaid }) => {
      const own = byContent.get(id) ?? [];
      const status = contentStatus(
        isPaid,
        own.map(({ state }) => state),
      );
      return [id, { status, processedVideos: toProcessedContents(deps.links, own), versions: toVersions(own) }];
    }),
  );
}

async function currentStanding(deps: Deps, userId: string, contentIds: string[]): Promise<StandingRow[]> {
  const photos = await standingOfContents(deps.db, userId, contentIds);
  const open = new Set(photos.filter(({ mayBePaid }) => mayBePaid).map(({ bucketId }) => bucketId));
  if (open.size === 0 || !(await catchUpPayment(deps, [...open]))) return photos;
  return standingOfContents(deps.db, userId, contentIds);
}
