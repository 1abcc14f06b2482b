import { type Bucket, zipBucket } from '@keepsake/contract/photos/content';
import { limits } from '@keepsake/contract/limits';
import { useMutation } from '@tanstack/react-query';
import {
  Archive,
  ArchiveRestore,
  CircleCheck,
  Clock,
  CreditCard,
  FolderDown,
  History,
  Hourglass,
  Pencil,
  Share2,
  ShoppingBasket,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../shared/api.ts';
import { useNow } from '../../shared/clock.ts';
import { logProblem } from '../../shared/log.ts';
import { saveFrom } from '../../shared/save-from.ts';
import { longDateTime } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { Text } from '../../ui/text.tsx';
import { useMedia, wideQuery } from '../../ui/use-media.ts';
import { InvoiceDownload } from '../invoice/invoice-download.tsx';
import { bucketName } from './bucket-name.ts';
import styles from './bucket-card.module.css';

const hourMs = 3_600_000;

interface BucketCardProps {
  bucket: Bucket;
  onPay: () => void;
  paying: boolean;
  onRename: () => void;
  /** Shares its finished films; absent while there are none. */
  onShare: (() => void) | undefined;
  onHistory: () => void;
  /** Archives or unarchives a paid bucket. */
  onArchive: () => void;
  onDelete: () => void;
  /** Takes half of a wide page. */
  isNarrow: boolean;
  /** Its photos. */
  children: ReactNode;
}

/** One bucket with its status, deletion countdown and actions: the main ones beside its name if there is room, the others in a menu. */
export function BucketCard(props: BucketCardProps) {
  const { bucket, onRename, onHistory, onArchive, onDelete, isNarrow, children } = props;
  const { t } = useTranslation('dashboard');
  const isWide = useMedia(wideQuery);
  const set = bucketName(bucket);
  const titleId = bucketTitleId(bucket.id);
  return (
    <article aria-labelledby={titleId} className={styles.bucket} data-narrow={isNarrow || undefined}>
      <header className={styles.head}>
        <h2 id={titleId} tabIndex={-1} className={styles.title}>
          {bucket.name ?? <time dateTime={bucket.createdAt}>{set}</time>}
        </h2>
        <div className={styles.actions}>
          {isWide && <MainActions {...props} />}
          <ActionMenu label={t('set.menu', { set })}>
            {!isWide && <MainActions {...props} />}
            <Button
              variant="quiet"
              icon={<Pencil size={20} aria-hidden="true" />}
              aria-label={t('set.renameNamed', { set })}
              onClick={onRename}
            >
              {t('set.rename')}
            </Button>
            {bucket.status !== 'pending' && <InvoiceDownload bucketId={bucket.id} bucketName={set} />}
            <Button
              variant="quiet"
              icon={<History size={20} aria-hidden="true" />}
              aria-label={t('set.historyNamed', { set })}
              onClick={onHistory}
            >
              {t('set.history')}
            </Button>
            {bucket.status !== 'pending' && (
              <ArchiveButton archived={bucket.status === 'archived'} bucketName={set} onClick={onArchive} />
            )}
            <Button
              variant="quiet"
              icon={<Trash2 size={20} aria-hidden="true" />}
              aria-label={t('set.deleteNamed', { set })}
              onClick={onDelete}
            >
              {t('set.delete')}
            </Button>
          </ActionMenu>
        </div>
        <p className={styles.chips}>
          {bucket.name !== null && <time dateTime={bucket.createdAt}>{longDateTime(bucket.createdAt)}</time>}
          <span>{t('set.photos', { count: bucket.Contents.length })}</span>
          <PaymentChip bucket={bucket} />
          <CountdownChip bucket={bucket} />
        </p>
      </header>
      <ul className={styles.photos} data-photos={Math.min(3, bucket.Contents.length)}>
        {children}
      </ul>
    </article>
  );
}

/** Payment, or the actions for finished films. */
function MainActions({ bucket, onPay, paying, onShare }: BucketCardProps) {
  const { t } = useTranslation('dashboard');
  return (
    <>
      {bucket.status === 'pending' && bucket.payment !== 'under_way' && (
        <Button icon={<CreditCard size={20} aria-hidden="true" />} busy={paying} onClick={onPay}>
          {t('set.pay')}
        </Button>
      )}
      {onShare && (
        <Button
          variant="secondary"
          icon={<Share2 size={20} aria-hidden="true" />}
          aria-label={t('set.shareNamed', { set: bucketName(bucket) })}
          onClick={onShare}
        >
          {t('set.share')}
        </Button>
      )}
      <ZipButton bucket={bucket} />
    </>
  );
}

function ArchiveButton({
  archived,
  bucketName: set,
  onClick,
}: {
  archived: boolean;
  bucketName: string;
  onClick: () => void;
}) {
  const { t } = useTranslation('dashboard');
  const Icon = archived ? ArchiveRestore : Archive;
  const action = archived ? 'bringBack' : 'archive';
  return (
    <Button
      variant="quiet"
      icon={<Icon size={20} aria-hidden="true" />}
      aria-label={t(`set.${action}Named`, { set })}
      onClick={onClick}
    >
      {t(`set.${action}`)}
    </Button>
  );
}

/** Id of a bucket's heading. */
export function bucketTitleId(id: string): string {
  return `bucket-${id}`;
}

/** Scrolls to a bucket and focuses its heading; does nothing if it is not on the page. */
export function focusBucket(id: string): void {
  const title = document.getElementById(bucketTitleId(id));
  title?.closest('article')?.scrollIntoView({ block: 'start' });
  title?.focus({ preventScroll: true });
}

/** The payment status of the bucket. */
function PaymentChip({ bucket }: { bucket: Bucket }) {
  const { t } = useTranslation('dashboard');
  if (bucket.status !== 'pending')
    return (
      <Chip tone="ok" icon={<CircleCheck size={16} aria-hidden="true" />}>
        {t('set.paid')}
      </Chip>
    );
  if (bucket.payment === 'under_way')
    return <Chip icon={<Clock size={16} aria-hidden="true" />}>{t('set.paymentUnderWay')}</Chip>;
  if (bucket.payment === 'failed') return <Chip tone="bad">{t('set.paymentFailed')}</Chip>;
  return <Chip icon={<ShoppingBasket size={16} aria-hidden="true" />}>{t('set.pending')}</Chip>;
}

/** Time left until the bucket's files are deleted, and the exact date. */
function CountdownChip({ bucket }: { bucket: Bucket }) {
  const { t } = useTranslation('dashboard');
  const deletion = deletionTime(bucket);
  const left = timeLeft(deletion, useNow());
  return (
    <Chip tone={isUrgent(left) ? 'bad' : 'warn'} icon={<Hourglass size={16} aria-hidden="true" />}>
      <span>
        <Text>
          {left.unit === 'soon' ? t('countdown.soon') : t(`countdown.${left.unit}`, { count: left.count })} ·{' '}
        </Text>
        <time dateTime={deletion.toISOString()} className={styles.exact}>
          {longDateTime(deletion)}
        </time>
      </span>
    </Chip>
  );
}

/** When a bucket's files are deleted: its deletion date, or the retention period after its last change. */
export function deletionTime({ deletionDate, updatedAt }: Pick<Bucket, 'deletionDate' | 'updatedAt'>): Date {
  return new Date(deletionDate ?? Date.parse(updatedAt) + limits.retentionDays * 24 * hourMs);
}

type TimeLeft = { unit: 'days' | 'hours'; count: number } | { unit: 'soon' };

/** The time left in whole days, on the last day in whole hours, in the last hour as "soon". */
export function timeLeft(deletion: Date, now: Date): TimeLeft {
  const ms = deletion.getTime() - now.getTime();
  const hours = Math.round(ms / hourMs);
  if (ms < hourMs) return { unit: 'soon' };
  return hours < 24 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.round(hours / 24) };
}

/** The countdown is red from five days before the deletion. */
export function isUrgent(left: TimeLeft): boolean {
  return left.unit !== 'days' || left.count <= 5;
}

/** Downloads all finished films as one ZIP file; shown from the second film on. */
function ZipButton({ bucket }: { bucket: Bucket }) {
  const { t } = useTranslation('dashboard');
  const download = useMutation({
    mutationFn: async () => saveFrom((await call(zipBucket, { params: { id: bucket.id } })).downloadUrl),
    onError: (error) => {
      logProblem('The films of a set could not be downloaded.', error);
      toast(t('set.downloadFailed'), { tone: 'bad' });
    },
  });
  const films = bucket.Contents.reduce((sum, { ProcessedContents }) => sum + ProcessedContents.length, 0);
  if (films < 2) return null;
  return (
    <Button
      variant="secondary"
      icon={<FolderDown size={20} aria-hidden="true" />}
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('set.download', { count: films })}
    </Button>
  );
}

export function GallerySkeleton() {
  return (
    <Loading className={styles.buckets}>
      {[3, 2].map((photos) => (
        <div key={photos} className={styles.gallerySkeletonSet}>
          <Skeleton className={styles.gallerySkeletonTitle} />
          <div className={styles.gallerySkeletonPhotos}>
            {Array.from({ length: photos }, (_, index) => (
              <Skeleton key={index} className={styles.photo} />
            ))}
          </div>
        </div>
      ))}
    </Loading>
  );
}
