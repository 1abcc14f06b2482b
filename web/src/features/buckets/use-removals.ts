import type { Bucket } from '@keepsake/contract/photos/content';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getToken, isCurrentSession } from '../../shared/session.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { toast } from '../../ui/overlays/toast-store.ts';
import { deletePhoto, type Photo } from '../photos/photos.api.ts';
import { archiveBucket, type BucketPage, bucketsKey, removeBucket, unarchiveBucket } from './buckets.api.ts';

/**
 * Deletes a bucket or photo, and archives or unarchives a bucket. Updates the page optimistically; if the request fails, restores it and
 * shows a toast with the reason and a retry button.
 */
export function useRemovals() {
  const { t } = useTranslation('dashboard');
  const bucket = useRemoval<Bucket>(removeBucket, withoutBucket, t('removal.set'));
  const photo = useRemoval<Photo>(async (photo) => void (await deletePhoto(photo)), withoutPhoto, t('removal.photo'));
  const archived = useRemoval<Bucket>(archiveBucket, withoutBucket, t('archive.archived'));
  const broughtBack = useRemoval<Bucket>(unarchiveBucket, withoutBucket, t('archive.broughtBack'));
  return { removeBucket: bucket, removePhoto: photo, archiveBucket: archived, unarchiveBucket: broughtBack };
}

function useRemoval<T>(
  remove: (item: T) => Promise<void>,
  without: (page: BucketPage, item: T) => BucketPage,
  done: string,
): (item: T) => void {
  const { t } = useTranslation('common');
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onMutate: async (item: T) => {
      const token = getToken();
      await queries.cancelQueries({ queryKey: bucketsKey });
      const before = queries.getQueriesData<BucketPage>({ queryKey: bucketsKey });
      queries.setQueriesData<BucketPage>({ queryKey: bucketsKey }, (page) => page && without(page, item));
      return { token, before };
    },
    onSuccess: () => toast(done),
    onError: (error, item, begun) => {
      // Somebody else may have signed in meanwhile.
      if (begun === undefined || !isCurrentSession(begun.token)) return;
      for (const [key, page] of begun.before) queries.setQueryData(key, page);
      toast(errorText(error), { tone: 'bad', action: { label: t('tryAgain'), run: () => removal.mutate(item) } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: bucketsKey }),
  });
  return removal.mutate;
}

/** The page without a bucket. */
export function withoutBucket(page: BucketPage, removed: Pick<Bucket, 'id'>): BucketPage {
  const buckets = page.buckets.filter(({ id }) => id !== removed.id);
  const total = page.pagination.total - (page.buckets.length - buckets.length);
  return { ...page, buckets, pagination: { ...page.pagination, total } };
}

/** The page without a photo; removing the last photo removes the bucket. */
export function withoutPhoto(page: BucketPage, removed: Pick<Photo, 'id'>): BucketPage {
  const owner = page.buckets.find(({ Contents }) => Contents.some(({ id }) => id === removed.id));
  if (owner === undefined) return page;
  if (owner.Contents.length === 1) return withoutBucket(page, owner);
  const Contents = owner.Contents.filter(({ id }) => id !== removed.id);
  return { ...page, buckets: page.buckets.map((bucket) => (bucket === owner ? { ...bucket, Contents } : bucket)) };
}
