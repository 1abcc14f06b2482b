import type { Bucket, TimelineEntry } from '@keepsake/contract/photos/content';
import { useInfiniteQuery } from '@tanstack/react-query';
import { longDateTime, money, translated } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { Photo } from '../photos/photos.api.ts';
import { bucketName } from './bucket-name.ts';
import { timelineQuery } from './buckets.api.ts';
import styles from './bucket-dialogs.module.css';

/** What to delete: one photo, or the whole bucket if `photo` is absent. */
export interface Removal {
  bucket: Bucket;
  photo?: Photo;
}

export function RemovalDialog({
  removal: { bucket, photo },
  onConfirm,
  onCancel,
}: {
  removal: Removal;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('dashboard');
  const isPaid = bucket.status !== 'pending';
  const isLast = photo !== undefined && bucket.Contents.length === 1;
  const title =
    photo === undefined
      ? t('removal.setTitle', { set: bucketName(bucket) })
      : t('removal.photoTitle', { name: photo.originalName });
  return (
    <ConfirmDialog title={title} confirmLabel={t('common:delete')} onConfirm={onConfirm} onCancel={onCancel}>
      <p>{photo === undefined ? t('removal.setText', { count: bucket.Contents.length }) : t('removal.photoText')}</p>
      {isLast && <p>{t('removal.lastPhoto')}</p>}
      {isPaid && <p>{t('removal.paid')}</p>}
    </ConfirmDialog>
  );
}

/** The history of a bucket, newest first. */
export function TimelineDialog({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const { t } = useTranslation('dashboard');
  const query = useInfiniteQuery(timelineQuery(bucket.id));
  return (
    <Dialog title={t('timeline.title', { set: bucketName(bucket) })} onClose={onClose}>
      <QueryView query={query}>
        {({ pages }) => <Entries entries={pages.flatMap(({ entries }) => entries)} />}
      </QueryView>
      {query.isFetchNextPageError && (
        <Notice tone="bad">
          <p>{errorText(query.error)}</p>
        </Notice>
      )}
      {query.hasNextPage && (
        <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('timeline.earlier')}
        </Button>
      )}
    </Dialog>
  );
}

function Entries({ entries }: { entries: readonly TimelineEntry[] }) {
  const { t } = useTranslation('dashboard');
  return (
    <ol className={styles.entries}>
      {entries.map((entry, at) => (
        <li key={`${entry.at} ${at}`} className={styles.entry}>
          <time dateTime={entry.at} className={styles.time}>
            {longDateTime(entry.at)}
          </time>
          <span>{words(entry, t)}</span>
        </li>
      ))}
    </ol>
  );
}

function words(entry: TimelineEntry, t: Translate<'dashboard'>): string {
  const { kind, amount, currency, film } = entry;
  if (kind === 'mail') return t(`timeline.mail.${mailOf(entry)}`);
  const values = {
    amount: amount === null || currency === null ? '' : money(amount, currency),
    film: film === null ? '' : t('film.numbered', { effect: translated(film.action), number: film.number }),
    photo: film?.photo ?? '',
  };
  if (kind === 'film_asked' && (film?.attempt ?? 1) > 1) return t('timeline.film_asked_again', values);
  return t(`timeline.${kind}`, values);
}

const mails = [
  'order-confirmed',
  'payment-failed',
  'films-ready',
  'late-films-ready',
  'deletion-reminder',
  'unpaid-reminder',
] as const;

function mailOf({ code }: TimelineEntry): (typeof mails)[number] | 'other' {
  return mails.find((kind) => kind === code) ?? 'other';
}
