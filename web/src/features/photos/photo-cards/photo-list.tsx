import { Check, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { list } from '../../../shared/texts/format.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Spinner } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { RetryNotice } from '../../../ui/feedback/outcome-notices.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Text } from '../../../ui/text.tsx';
import { useCart } from '../cart/cart.ts';
import type { SaveState } from '../cart/use-autosave.ts';
import { fitCart, useOffer } from './effect-choices.ts';
import { PhotoCard } from './photo-card.tsx';
import styles from './photo-list.module.css';

interface PhotoListProps {
  isRestoring: boolean;
  saveState: SaveState;
  /** Error texts by control id. */
  errors: ReadonlyMap<string, string>;
}

/** A card for each photo in the cart. */
export function PhotoList({ isRestoring, saveState, errors }: PhotoListProps) {
  const { t } = useTranslation('wizard');
  const photos = useCart((cart) => cart.photos);
  const { offer, failed, retry } = useOffer();
  const prompts = offer?.prompts;
  const reduced = useCart((cart) => cart.reduced);
  const seen = useRef(prompts);
  useEffect(() => {
    if (!prompts || isRestoring) return undefined;
    fitCart(prompts, seen.current);
    seen.current = prompts;
    return useCart.subscribe(() => fitCart(prompts));
  }, [prompts, isRestoring]);
  if (photos.length === 0) return isRestoring ? <PhotosToCome /> : null;
  return (
    <section className={styles.section} aria-labelledby="photos-heading">
      <div className={styles.head}>
        <h2 id="photos-heading" className={styles.heading}>
          {t('photos.heading')}
        </h2>
        <Saved state={saveState} />
      </div>
      {failed && <RetryNotice title={t('prompts.none')} onRetry={retry} />}
      {reduced.length > 0 && (
        <Notice tone="warn" onDismiss={() => useCart.setState({ reduced: [] })}>
          <p>{t('photos.effectsGone', { photos: list(reduced) })}</p>
        </Notice>
      )}
      <ul className={styles.list}>
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <PhotoCard photo={photo} number={index + 1} total={photos.length} offer={offer} errors={errors} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Saved({ state }: { state: SaveState }) {
  const { t } = useTranslation('wizard');
  return (
    <output className={styles.saved}>
      {state === 'saving' && (
        <>
          <Spinner />
          <Text> {t('photos.saving')}</Text>
        </>
      )}
      {state === 'saved' && (
        <>
          <Check size={18} aria-hidden="true" />
          <Text> {t('photos.saved')}</Text>
        </>
      )}
      {state === 'failed' && (
        <>
          <TriangleAlert size={18} aria-hidden="true" />
          <Text> {t('photos.notSaved')}</Text>
        </>
      )}
    </output>
  );
}

function PhotosToCome() {
  return (
    <Loading className={styles.list}>
      <Skeleton className={styles.skeleton} />
      <Skeleton className={styles.skeleton} />
    </Loading>
  );
}
