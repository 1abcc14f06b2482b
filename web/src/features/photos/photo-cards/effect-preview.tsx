import type { StandIn } from '@keepsake/contract/films/lacks';
import { standIns } from '@keepsake/contract/photos/photo-checks';
import { type EffectName, isEffectName } from '@keepsake/renderer/core/effects';
import { type CSSProperties, useEffect, useState } from 'react';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { RetryNotice } from '../../../ui/feedback/outcome-notices.tsx';
import { PreviewCanvas } from '../../preview/preview-canvas.tsx';
import { PreviewStatus } from '../../preview/preview-status.tsx';
import { usePreview } from '../../preview/use-preview.ts';
import { Text } from '../../../ui/text.tsx';
import type { Lack } from '../../photo-checks/photo-checks.api.ts';
import type { CartPhoto } from '../cart/cart-photo.ts';
import { restoreCart } from '../cart/restore-cart.ts';
import { heldFile } from '../cart/unsent-files.ts';
import styles from './effect-preview.module.css';

/** The renderer's names of what a film shows in place of an effect. */
const replacements = { picture: 'idle', smile: 'smile', nod: 'nod', breath: 'pet-breathe' } as const satisfies Record<
  StandIn,
  EffectName
>;

interface EffectPreviewProps {
  photo: CartPhoto;
  /** The renderer's name of the effect. */
  effect: string;
  /** The effect in the user's language. */
  name: string;
  /** The video provider, if it is not the renderer that draws this preview. */
  maker: string | null;
  /** Why the film will show a replacement, which the preview shows as well. */
  lack?: Lack | undefined;
}

/** A preview of the effect on this photo, computed on the device and shown in place of the photo. */
export function EffectPreview({ photo, effect, name, maker, lack }: EffectPreviewProps) {
  const { t } = useTranslation('wizard');
  const { picture, hasFailed, retry } = usePicture(photo);
  const preview = usePreview(picture);
  const { size } = photo;
  // The photo's check recognises faces of cats and dogs; the device takes some of them for people's.
  const shown = lack === undefined || lack === 'not_seen' ? effect : replacements[standIns[lack]];
  if (!isEffectName(shown) || size === null) return null;
  return (
    <>
      <div className={styles.stage} style={{ '--ratio': size.width / size.height } as CSSProperties}>
        <PreviewCanvas preview={preview} effect={shown} label={t('effect.previewLabel', { effect: name })} />
      </div>
      <div className={styles.words}>
        <PreviewStatus state={preview.state} />
        {hasFailed && <RetryNotice text={t('effect.photoGone')} onRetry={() => void retry()} />}
        {preview.state.status === 'ready' && (
          <p>
            {lack !== undefined && <Text>{t(`effect.instead.${lack}`, { effect: name })} </Text>}
            <Text>
              {maker === null
                ? t('effect.preview', { effect: name })
                : t('effect.previewOther', { effect: name, maker })}
            </Text>
          </p>
        )}
      </div>
    </>
  );
}

/** Wide enough for a preview. */
const pictureWidth = 960;

/** The photo's file if it was picked on this page; otherwise the server's, reduced. `retry` fetches new links first, because they expire. */
function usePicture({ id, preview }: CartPhoto) {
  const [picture, setPicture] = useState<Blob | undefined>(() => heldFile(id));
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number>();
  useEffect(() => {
    if (picture || !preview?.startsWith('/uploads/')) return;
    const control = new AbortController();
    fetchPicture(preview, control.signal).then(setPicture, () => control.signal.aborted || setFailedAttempt(attempt));
    return () => control.abort();
  }, [picture, preview, attempt]);
  return {
    picture,
    hasFailed: !picture && failedAttempt === attempt,
    async retry() {
      await restoreCart().catch(() => undefined);
      setAttempt(attempt + 1);
    },
  };
}

async function fetchPicture(link: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(`${link}&w=${pictureWidth}`, { signal });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.blob();
}
