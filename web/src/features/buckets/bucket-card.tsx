import type { Bucket } from '@keepsake/contract/content';
import { Archive, ArchiveRestore, CircleCheck, Clock, CreditCard, History, ShoppingBasket, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { longDateTime } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import styles from './bucket-card.module.css';
import { CountdownChip } from './countdown-chip.tsx';
import { ZipButton } from './zip-button.tsx';

interface BucketCardProps {
  bucket: Bucket;
  onPay: () => void;
  paying: boolean;
  onHistory: () => void;
  /** Takes the paid set out of the gallery, or brings it back. */
  onArchive: () => void;
  onDelete: () => void;
  /** What can be done with its invoice, once it is paid. */
  renderInvoice: (date: string) => ReactNode;
  /** How its films are shown to others. */
  renderShare: (date: string) => ReactNode;
  /** Its photos. */
  children: ReactNode;
}

/** One set with its state, its countdown and what can be done with it as a whole. */
export function BucketCard(props: BucketCardProps) {
  const { bucket, onPay, paying, onHistory, onArchive, onDelete, renderInvoice, renderShare, children } = props;
  const { t } = useTranslation('dashboard');
  const date = longDateTime(bucket.createdAt);
  const titleId = bucketTitleId(bucket.id);
  return (
    <article aria-labelledby={titleId} className={styles.set}>
      <header className={styles.head}>
        <div className={styles.texts}>
          <h2 id={titleId} tabIndex={-1} className={styles.title}>
            <time dateTime={bucket.createdAt}>{date}</time>
          </h2>
          <p className={styles.chips}>
            <span>{t('set.photos', { count: bucket.Contents.length })}</span>
            <PaymentChip bucket={bucket} />
            <CountdownChip bucket={bucket} />
          </p>
        </div>
        <div className={styles.actions}>
          {bucket.status === 'pending' && bucket.payment !== 'under_way' && (
            <Button icon={<CreditCard size={20} aria-hidden="true" />} busy={paying} onClick={onPay}>
              {t('set.pay')}
            </Button>
          )}
          {bucket.status !== 'pending' && renderInvoice(date)}
          {renderShare(date)}
          <ZipButton bucket={bucket} />
          <Button
            variant="quiet"
            icon={<History size={20} aria-hidden="true" />}
            aria-label={t('set.historyNamed', { date })}
            onClick={onHistory}
          >
            {t('set.history')}
          </Button>
          {bucket.status !== 'pending' && (
            <ArchiveButton archived={bucket.status === 'archived'} date={date} onClick={onArchive} />
          )}
          <Button
            variant="quiet"
            icon={<Trash2 size={20} aria-hidden="true" />}
            aria-label={t('set.deleteNamed', { date })}
            onClick={onDelete}
          >
            {t('set.delete')}
          </Button>
        </div>
      </header>
      <ul className={styles.photos}>{children}</ul>
    </article>
  );
}

function ArchiveButton({ archived, date, onClick }: { archived: boolean; date: string; onClick: () => void }) {
  const { t } = useTranslation('dashboard');
  const Icon = archived ? ArchiveRestore : Archive;
  const action = archived ? 'bringBack' : 'archive';
  return (
    <Button
      variant="quiet"
      icon={<Icon size={20} aria-hidden="true" />}
      aria-label={t(`set.${action}Named`, { date })}
      onClick={onClick}
    >
      {t(`set.${action}`)}
    </Button>
  );
}

/** Of the heading of a set. */
export function bucketTitleId(id: string): string {
  return `set-${id}`;
}

/** Shows a set to whoever came for it; nothing happens where it is not on the page. */
export function focusBucket(id: string): void {
  const title = document.getElementById(bucketTitleId(id));
  title?.closest('article')?.scrollIntoView({ block: 'start' });
  title?.focus({ preventScroll: true });
}

/** Whether the set is paid for. */
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
