import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { money, number } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { useOverlayHeight } from '../../ui/layout/overlay-height.ts';
import styles from './cart-price.module.css';
import { nextDiscount } from './next-discount.ts';
import { PriceFailure, PriceLines, PriceTotal, useDebounced } from './price-parts.tsx';
import { priceQuery, pricingQuery } from './pricing.api.ts';

const debounceMs = 250;
/** Prices of usual length: their line is invisible, and keeps its place until the real ones are there, so that the button below does not move. */
const placeholderPrices = { basePrice: 9.99, variantPrice: 9.99, currency: 'EUR' } as const;

interface CartPriceProps {
  photos: number;
  /** Total number of films, at least one per photo. */
  films: number;
  /** The button to continue. */
  action: ReactNode;
}

/** The price of the cart: beside the page, or as a bar at the bottom of narrow windows. */
export function CartPrice({ photos, films, action }: CartPriceProps) {
  const { t } = useTranslation('wizard');
  const [open, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  useOverlayHeight(bar);
  const asked = useDebounced(`${photos} ${films}`, debounceMs);
  const [askedPhotos = 0, askedFilms = 0] = asked.split(' ').map(Number);
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery(
    priceQuery(askedPhotos, askedFilms),
  );
  const isStale = isPlaceholderData || asked !== `${photos} ${films}`;
  const price = photos > 0 && !isError ? data : undefined;
  return (
    <aside ref={bar} className={styles.sheet} aria-label={t('price.title')}>
      <h2 className={styles.title}>{t('price.title')}</h2>
      {price && (
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          <span>{open ? t('price.hideDetails') : t('price.details')}</span>
          <ChevronUp size={18} aria-hidden="true" />
        </button>
      )}
      <div className={styles.lines} data-open={open || undefined}>
        {price && <PriceLines price={price} isStale={isStale} />}
      </div>
      <div className={styles.total}>
        {price && <PriceTotal price={price} isStale={isStale} />}
        {price && <DiscountWithinReach photos={photos} films={films} />}
        {photos === 0 && <PricesOfToday />}
        {photos > 0 && !price && !isError && <p className={styles.quiet}>{t('price.calculating')}</p>}
        {photos > 0 && isError && <PriceFailure error={error} busy={isFetching} onRetry={() => void refetch()} />}
      </div>
      <div className={styles.action}>{action}</div>
    </aside>
  );
}

function PricesOfToday() {
  const { t } = useTranslation('wizard');
  const { data, isError } = useQuery(pricingQuery);
  const { basePrice, variantPrice, currency } = data ?? placeholderPrices;
  return (
    <div className={styles.quiet}>
      <p>{t('price.none')}</p>
      {isError && <p>{t('price.unknown')}</p>}
      {!isError && (
        <p className={clsx(!data && styles.toCome)}>
          {t('price.perPhoto', { price: money(basePrice, currency), variantPrice: money(variantPrice, currency) })}
        </p>
      )}
    </div>
  );
}

/** The discount that one or two more photos or films would give. */
function DiscountWithinReach({ photos, films }: { photos: number; films: number }) {
  const { t } = useTranslation('wizard');
  const { data } = useQuery(pricingQuery);
  const next = data && nextDiscount(data, { photos, films });
  if (!next) return null;
  const percent = number(next.percent / 100, { style: 'percent' });
  return <p className={styles.quiet}>{t(`price.next.${next.of}`, { count: next.missing, percent })}</p>;
}
