import styles from './bucket-gallery.module.css';
import type { Bucket } from '@keepsake/contract/photos/content';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { loadCode } from '../../shared/load-code.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { lazyPart, reloadOffer } from '../../ui/feedback/lazy-part.tsx';
import { partlyShown } from '../photo-checks/who-shows.ts';
import { fetchBucket, type Photo } from '../photos/photos.api.ts';
import { promptsQuery } from '../prompts/prompts.api.ts';
import { shownByFinished } from '../films/film-lack.tsx';
import { filmName } from '../films/film-name.ts';
import { PhotoTile } from '../films/photo-tile.tsx';
import { useLivePhotos } from '../films/use-live-photos.ts';
import type { ShareableFilm } from '../shares/share-form.tsx';
import { BucketCard, focusBucket } from './bucket-card.tsx';
import { useMedia, wideQuery } from '../../ui/use-media.ts';
import { bucketName } from './bucket-name.ts';
import type { Removal } from './bucket-dialogs.tsx';
import { useRemovals } from './use-removals.ts';
import { loadTexts } from '../../shared/texts/i18n.ts';

// Loaded when first opened.
const RemovalDialog = lazyPart(async () => (await import('./bucket-dialogs.tsx')).RemovalDialog, {
  close: ({ onCancel }) => onCancel(),
});

const TimelineDialog = lazyPart(async () => (await import('./timeline-dialog.tsx')).TimelineDialog, {
  close: ({ onClose }) => onClose(),
});

const RenameDialog = lazyPart(async () => (await import('./rename-dialog.tsx')).RenameDialog, {
  close: ({ onClose }) => onClose(),
});

const FilmViewer = lazyPart(async () => (await import('../films/viewer/film-viewer.tsx')).FilmViewer, {
  close: ({ onClose }) => onClose(),
});

interface BucketGalleryProps {
  buckets: readonly Bucket[];
  /** The bucket named in the URL. */
  shownBucketId: string | undefined;
  /** The film named in the URL, which is opened at once. */
  shownFilmId: string | undefined;
  /** The bucket whose payment has not arrived yet. */
  awaitedBucketId: string | null;
  onReload: () => Promise<unknown>;
  /** Called before a bucket, or one of its photos, is removed from the page. */
  onRemoval: (bucketId: string) => void;
}

/** The buckets of a page with their photos and films; updated while films are being made. */
export function BucketGallery(props: BucketGalleryProps) {
  const { buckets, shownBucketId, shownFilmId, awaitedBucketId, onReload, onRemoval } = props;
  const { t } = useTranslation('dashboard');
  const { data: prompts = [] } = useQuery(promptsQuery);
  const photos = useLivePhotos(
    buckets.flatMap(({ Contents }) => Contents),
    { prompts, awaitedBucketId, onSettled: () => void onReload() },
  );
  // On wide screens the pay button is beside the name; on a phone it is in the menu, and below each photo.
  const isWide = useMedia(wideQuery);
  const photoById = new Map(photos.map((photo) => [photo.id, photo]));
  const { pay, payingId } = usePayBucket();
  const { removeBucket, removePhoto, archiveBucket, unarchiveBucket } = useRemovals();
  const { orderAgain, orderingId } = useOrderAgain();
  const [renamed, setRenamed] = useState<Bucket | null>(null);
  const [shared, setShared] = useState<{ bucketId: string; films: ShareableFilm[] } | null>(null);
  const [past, setPast] = useState<Bucket | null>(null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [watched, setWatched] = useState(() => filmOf(buckets, shownFilmId));
  const watchedPhoto = watched === null ? undefined : photoById.get(watched.photoId);

  const confirm = ({ bucket, photo }: Removal) => {
    setRemoval(null);
    onRemoval(bucket.id);
    if (photo === undefined) removeBucket(bucket);
    else removePhoto(photo);
  };
  const archive = (bucket: Bucket) => {
    onRemoval(bucket.id);
    if (bucket.status === 'archived') unarchiveBucket(bucket);
    else archiveBucket(bucket);
  };
  const tile = (bucket: Bucket, photo: Photo) => (
    <PhotoTile
      key={photo.id}
      photo={photo}
      prompts={prompts}
      onPay={
        !isWide && bucket.status === 'pending' && bucket.payment !== 'under_way' ? () => pay(bucket.id) : undefined
      }
      onOrderAgain={bucket.status === 'pending' ? undefined : () => orderAgain(photo)}
      isOrdering={orderingId === photo.id}
      onOpen={(filmId) => setWatched({ photoId: photo.id, filmId })}
      onDelete={() => setRemoval({ bucket, photo })}
    />
  );
  const filmsToShare = ({ Contents }: Bucket): ShareableFilm[] =>
    Contents.map((photo) => photoById.get(photo.id) ?? photo).flatMap((photo) =>
      photo.ProcessedContents.map((film) => {
        const name = filmName(film, photo, prompts);
        const { lack, partly } = film.shows ?? {};
        return {
          id: film.id,
          name: t('film.of', { film: name, photo: photo.originalName }),
          instead: lack
            ? shownByFinished(name, { lack, isAgreed: film.isAgreed })
            : partly && partlyShown(name, partly),
        };
      }),
    );
  const share = (bucketId: string, films: ShareableFilm[]) => setShared({ bucketId, films });
  const narrow = pairs(buckets);
  const watchedBucket = buckets.find(({ id }) => id === watchedPhoto?.bucketId);
  return (
    <div className={styles.buckets}>
      {shownBucketId !== undefined && <BucketFocus bucketId={shownBucketId} />}
      {buckets.map((bucket, index) => {
        const films = filmsToShare(bucket);
        return (
          <BucketCard
            key={bucket.id}
            bucket={bucket}
            paying={payingId === bucket.id}
            onPay={() => pay(bucket.id)}
            onRename={() => setRenamed(bucket)}
            onShare={films.length > 0 ? () => share(bucket.id, films) : undefined}
            onHistory={() => setPast(bucket)}
            onArchive={() => archive(bucket)}
            onDelete={() => setRemoval({ bucket })}
            isNarrow={narrow[index] ?? false}
          >
            {bucket.Contents.map((photo) => tile(bucket, photoById.get(photo.id) ?? photo))}
          </BucketCard>
        );
      })}
      {removal !== null && (
        <RemovalDialog removal={removal} onConfirm={() => confirm(removal)} onCancel={() => setRemoval(null)} />
      )}
      {renamed !== null && <RenameDialog bucket={renamed} onClose={() => setRenamed(null)} />}
      {past !== null && <TimelineDialog bucket={past} onClose={() => setPast(null)} />}
      {watched !== null && watchedPhoto !== undefined && watchedBucket !== undefined && (
        <FilmViewer
          photo={watchedPhoto}
          bucketName={bucketName(watchedBucket)}
          filmId={watched.filmId}
          prompts={prompts}
          onSelect={(filmId) => setWatched({ ...watched, filmId })}
          onShare={(filmId) =>
            share(
              watchedBucket.id,
              filmsToShare(watchedBucket).filter(({ id }) => id === filmId),
            )
          }
          onRetry={onReload}
          onClose={() => {
            setWatched(null);
            if (shownBucketId !== undefined && shownFilmId !== undefined) forgetFilm(shownBucketId);
          }}
        />
      )}
      {shared !== null && <LazyShareDialog {...shared} onClose={() => setShared(null)} />}
    </div>
  );
}

/** A film of these buckets and its photo; null if there is none, or it is not finished. */
function filmOf(buckets: readonly Bucket[], filmId: string | undefined): { photoId: string; filmId: string } | null {
  if (filmId === undefined) return null;
  const photo = buckets
    .flatMap(({ Contents }) => Contents)
    .find(({ ProcessedContents }) => ProcessedContents.some(({ id }) => id === filmId));
  return photo === undefined ? null : { photoId: photo.id, filmId };
}

/** Removes the film from the URL, so that returning to the page does not open it again. Bypasses the router, because nothing needs to be rendered. */
function forgetFilm(bucketId: string): void {
  window.history.replaceState(window.history.state, '', paths.dashboardBucket(bucketId));
}

/** Pairs of consecutive buckets with one photo each, which share a row on a wide page. */
export function pairs(buckets: readonly Pick<Bucket, 'Contents'>[]): boolean[] {
  const paired = buckets.map(() => false);
  for (let at = 0; at + 1 < buckets.length; at += 1)
    if (!paired[at] && buckets.slice(at, at + 2).every(({ Contents }) => Contents.length === 1))
      paired.fill(true, at, at + 2);
  return paired;
}

/**
 * Loads an unpaid bucket into the cart and opens the wizard, where it can be changed and paid. It opens nothing if the customer has left the gallery
 * meanwhile, or has chosen another bucket: then `mutate` does not call its `onSuccess`.
 */
function usePayBucket() {
  const navigate = useNavigate();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (bucketId: string) => {
      const cart = loadCode(() => import('../photos/cart/cart.ts'));
      const remembered = cart.then(({ openBucket, rememberCart }) => ({ openBucket, isSameCart: rememberCart() }));
      const [bucket, { openBucket, isSameCart }] = await Promise.all([fetchBucket(bucketId), remembered]);
      return () => {
        if (!isSameCart()) return;
        openBucket(bucket);
        void navigate(paths.process);
      };
    },
    onError: reloadOffer,
  });
  const pay = (bucketId: string) => mutate(bucketId, { onSuccess: (open) => open() });
  return { pay, payingId: isPending ? variables : null };
}

/** Adds a delivered photo to a draft and opens the wizard, to order further effects; under the same conditions as `usePayBucket`. */
function useOrderAgain() {
  const navigate = useNavigate();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (photo: Photo) => {
      const code = await loadCode(() => import('../photos/cart/order-again.ts'));
      return code.orderAgain(photo);
    },
    onError: reloadOffer,
  });
  const orderAgain = (photo: Photo) =>
    mutate(photo, { onSuccess: (isInCart) => void (isInCart && navigate(paths.process)) });
  return { orderAgain, orderingId: isPending ? variables.id : null };
}

/** The share dialog, loaded with its texts when it is first opened. */
const LazyShareDialog = lazyPart(
  async () => {
    const [{ ShareDialog: dialog }] = await Promise.all([import('../shares/share-dialog.tsx'), loadTexts('shares')]);
    return dialog;
  },
  { close: ({ onClose }) => onClose() },
);

/**
 * Focuses the bucket that a link leads to. Before the dialogs in the page, so that it comes first: nothing behind an open dialog gets the focus, and the
 * film that a link opens returns it when it closes.
 */
function BucketFocus({ bucketId }: { bucketId: string }) {
  useLayoutEffect(() => focusBucket(bucketId), [bucketId]);
  return null;
}
