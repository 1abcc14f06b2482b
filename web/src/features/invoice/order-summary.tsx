import type { Bucket } from '@keepsake/contract/photos/content';
import { type PhotoCheck, standIns } from '@keepsake/contract/photos/photo-checks';
import type { Prompt } from '@keepsake/contract/films/prompts';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { photoSource, widthInFrame } from '../../shared/photos/photo-source.ts';
import { translated } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { useFindings } from '../photo-checks/photo-checks.api.ts';
import { whoShows } from '../photo-checks/who-shows.ts';
import type { Photo } from '../photos/photos.api.ts';
import { BucketPrice } from '../pricing/price-parts.tsx';
import { bucketPriceQuery } from '../pricing/pricing.api.ts';
import { promptsQuery } from '../prompts/prompts.api.ts';
import { PhotosBeingChecked } from './photos-being-checked.tsx';
import styles from './order-summary.module.css';

interface OrderSummaryProps {
  bucket: Bucket;
  /** The consent boxes, if the consents were not given in the upload step. */
  consents: ReactNode;
  busy: boolean;
  /** The number of photos for whose check the order waits: 0 once it has ended, undefined if it waits for none. */
  unchecked: number | undefined;
}

/** The order and its price, with the button to the payment page. */
export function OrderSummary({ bucket, consents, busy, unchecked }: OrderSummaryProps) {
  const { t } = useTranslation('invoice');
  const { data: price } = useQuery(bucketPriceQuery(bucket.id));
  const isFree = price?.total === 0;
  return (
    <aside className={styles.summary} aria-labelledby="order-heading">
      <h2 id="order-heading" className={styles.heading}>
        {t('summary')}
      </h2>
      <OrderedPhotos bucket={bucket} />
      <BucketPrice bucketId={bucket.id} />
      {price && !isFree && <p className={styles.quiet}>{t('currencyText', { currency: price.currency })}</p>}
      {consents}
      {!isFree && <p className={styles.final}>{t('noRefund')}</p>}
      {unchecked !== undefined && <PhotosBeingChecked left={unchecked} />}
      <Button
        type="submit"
        size="large"
        wide
        busy={busy || (unchecked ?? 0) > 0}
        icon={isFree ? undefined : <Lock size={18} aria-hidden="true" />}
      >
        {busy && !isFree ? t('goingOn') : t(isFree ? 'orderFree' : 'pay')}
      </Button>
      {!isFree && <p className={styles.quiet}>{t('paySafely')}</p>}
    </aside>
  );
}

const openUpTo = 3;

/** Side length of the thumbnail in pixels. */
const side = 56;

/** The photos of the bucket with their effects, to check before paying. */
function OrderedPhotos({ bucket: { id, Contents: photos } }: { bucket: Bucket }) {
  const { t } = useTranslation('invoice');
  const { data: prompts = [] } = useQuery(promptsQuery);
  const findings = useFindings(id);
  return (
    <details className={styles.details} open={photos.length <= openUpTo}>
      <summary className={styles.toggle}>{t('photos', { count: photos.length })}</summary>
      <ul className={styles.photos}>
        {photos.map((photo) => (
          <li key={photo.id} className={styles.photo}>
            <img
              alt={t('photoAlt', { name: photo.originalName })}
              width={side}
              height={side}
              loading="lazy"
              {...photoSource(photo.photoUrl, `${side * widthInFrame(photo, 1)}px`)}
              className={styles.image}
            />
            <div className={styles.texts}>
              <span className={styles.name}>{photo.originalName}</span>
              <span className={styles.effects}>{effectsOf(photo, prompts, findings, t)}</span>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

function effectsOf(
  { id: photoId, actions }: Photo,
  prompts: readonly Prompt[],
  findings: readonly PhotoCheck[],
  t: Translate<'invoice'>,
): string {
  const check = findings.find(({ contentId }) => contentId === photoId);
  const names = actions.flatMap(({ promptId, variety, agreedTo }) => {
    const prompt = prompts.find(({ id }) => id === promptId);
    if (!prompt) return [];
    const effect = t('effectTimes', { effect: translated(prompt.action), count: variety });
    if (agreedTo) return t('effectAs', { effect, shown: t(`common:asAgreed.${standIns[agreedTo]}`) });
    const partly = check?.partly[promptId];
    return partly ? t('effectAs', { effect, shown: whoShows({ ...partly, total: check.faces }) }) : effect;
  });
  return names.join(', ');
}
