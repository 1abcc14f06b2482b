import { limits } from '@keepsake/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, ImagePlus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { ApiError } from '../../shared/api.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RetryNotice } from '../../ui/feedback/outcome-notices.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import { FileDrop } from '../../ui/forms/fields/file-drop.tsx';
import { announce } from '../../ui/overlays/announcer.tsx';
import { hasTriedPhoto, isTriedPhotoOf } from '../../shared/photos/tried-photo.ts';
import { loadMe } from '../accounts/accounts.api.ts';
import { CartPrice } from '../pricing/cart-price.tsx';
import { promptsQuery } from '../prompts/prompts.api.ts';
import { countFilms } from './cart/cart-photo.ts';
import { readCartAgain, setConsents, useCart } from './cart/cart.ts';
import { restoreCart } from './cart/restore-cart.ts';
import { useAutosave } from './cart/use-autosave.ts';
import { ConsentBoxes } from './consent-boxes.tsx';
import { gapErrors, gapProblems } from './order-gaps.ts';
import { filePickerId } from './photo-cards/photo-controls.ts';
import { PhotoList } from './photo-cards/photo-list.tsx';
import barStyles from './progress-bar.module.css';
import styles from './upload-step.module.css';
import { acceptedTypes, usePickedFiles } from './uploads/picked-files.ts';
import { addTriedPhoto, TriedPhotoOffer } from './uploads/tried-photo.tsx';
import { UploadNotices } from './uploads/upload-notices.tsx';
import { resumeUploads } from './uploads/uploads.ts';
import { type ContinueFailure, useContinue } from './use-continue.ts';

const PhotoGuideDialog = lazyPart(async () => (await import('../guide/photo-guide.tsx')).PhotoGuideDialog, {
  close: ({ onClose }) => onClose(),
});

/** Step 1: upload photos, choose effects, give consents. */
export function UploadStep() {
  const { t } = useTranslation('wizard');
  const { state, retry } = useRestoredCart();
  const { photos, consents } = useCart();
  const { pick, refusal, dismiss } = usePickedFiles();
  const isReady = state === 'ready' || state === 'not_open';
  const saveState = useAutosave(isReady);
  const { openInvoice, busy, attempt, failure, gaps } = useContinue();
  const { data: prompts } = useQuery(promptsQuery);
  const errors = useStable(gapErrors(gaps, prompts));
  const problems = [...gapProblems(gaps, prompts), ...failureProblems(failure, t)];
  const action = (
    <Button size="large" busy={busy} onClick={() => void openInvoice()}>
      {t('continue')}
    </Button>
  );
  return (
    <>
      {(state === 'not_open' || failure?.kind === 'not_open') && <NotOpen />}
      {state === 'failed' && <RestoreFailed onRetry={retry} />}
      <ErrorSummary problems={problems} attempt={attempt} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <section className={styles.upload} aria-label={t('upload.heading')}>
            <DropZone onFiles={pick} compact={photos.length > 0} />
            <UploadNotices refusal={refusal} onDismiss={dismiss} />
            <UploadProgress />
            {state === 'ready' && <TriedPhotoOffer />}
          </section>
          <PhotoList isRestoring={state === 'restoring'} saveState={saveState} errors={errors} />
          {photos.length > 0 && <ConsentBoxes consents={consents} onChange={setConsents} errors={errors} />}
        </div>
        <CartPrice {...countFilms(photos)} action={action} />
      </div>
    </>
  );
}

function failureProblems(failure: ContinueFailure | null, t: Translate<'wizard'>) {
  if (failure?.kind === 'changed') return [{ text: t('setChanged') }];
  if (failure?.kind === 'error') return [{ text: saveFailureText(failure.error, t) }];
  return [];
}

/** Error codes whose own text is more helpful than "saving failed". */
const explainedCodes = new Set([
  'bucket_not_editable',
  'bucket_payment_in_progress',
  'bucket_payment_processing',
  'payment_not_closed',
  'prompt_not_available',
  'duplicate_prompt',
]);

function saveFailureText(error: unknown, t: Translate<'wizard'>): string {
  if (error instanceof ApiError && explainedCodes.has(error.code)) return errorText(error);
  return t('saveFailed');
}

function NotOpen() {
  const { t } = useTranslation('wizard');
  return (
    <Notice
      tone="warn"
      title={t('notOpen.title')}
      action={
        <LinkButton variant="secondary" to={paths.dashboard}>
          {t('notOpen.dashboard')}
        </LinkButton>
      }
    >
      <p>{t('notOpen.text')}</p>
    </Notice>
  );
}

function RestoreFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('wizard');
  return <RetryNotice title={t('restoreFailed.title')} text={t('restoreFailed.text')} onRetry={onRetry} />;
}

/** Returns the same map while its entries are equal, so that memoized photo cards do not render again. */
function useStable(errors: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const words = JSON.stringify([...errors]);
  return useMemo(() => new Map(JSON.parse(words) as [string, string][]), [words]);
}

/** Progress of all uploads together; announces when the last one ends. */
function UploadProgress() {
  const { t } = useTranslation('wizard');
  const photos = useCart((cart) => cart.photos);
  const progress = useCart((cart) => cart.progress);
  const total = photos.filter(({ status }) => status !== 'failed').length;
  const done = photos.filter(({ status }) => status === 'uploaded').length;
  const isRunning = done < total;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning && done > 0) announce(t('upload.finished', { count: done }));
    wasRunning.current = isRunning;
  }, [isRunning, done, t]);
  if (!isRunning) return null;
  const sent = done + Object.values(progress).reduce((sum, share) => sum + share, 0);
  return (
    <div className={barStyles.line}>
      <p>{t('upload.progress', { done: done + 1, total })}</p>
      <progress className={barStyles.bar} max={total} value={sent} aria-label={t('upload.progressLabel')} />
    </div>
  );
}

function GuideButton() {
  const { t } = useTranslation('wizard');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={<BookOpen size={20} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        {t('upload.guide')}
      </Button>
      {isOpen && <PhotoGuideDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  /** A smaller drop zone, once there are photos. */
  compact: boolean;
}

/** Drop zone and file picker for photos. */
function DropZone({ onFiles, compact }: DropZoneProps) {
  const { t } = useTranslation('wizard');
  return (
    <FileDrop
      id={filePickerId}
      accept={acceptedTypes}
      multiple
      onFiles={onFiles}
      icon={<ImagePlus size={36} strokeWidth={1.5} aria-hidden="true" />}
      texts={{
        drop: t('upload.drop'),
        dropNow: t('upload.dropNow'),
        or: t('upload.or'),
        choose: compact ? t('upload.chooseMore') : t('upload.choose'),
        camera: t('upload.camera'),
      }}
      rules={t('upload.rules', { min: limits.photoMinSide, recommended: limits.photoRecommendedSide })}
      actions={<GuideButton />}
      compact={compact}
    >
      {compact ? undefined : t('upload.privacy')}
    </FileDrop>
  );
}

/** `not_open`: the bucket to continue is deleted or paid; the cart starts empty. */
type CartState = 'restoring' | 'ready' | 'not_open' | 'failed';

/** Restores the cart from session, server and unsent photos on every navigation to the page. */
function useRestoredCart(): { state: CartState; retry: () => void } {
  const { key } = useLocation();
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{ run: string; state: CartState } | null>(null);
  const run = `${key} ${attempt}`;
  useEffect(() => {
    const control = new AbortController();
    restore(control.signal).then(
      (state) => setSettled({ run, state }),
      () => control.signal.aborted || setSettled({ run, state: 'failed' }),
    );
    return () => control.abort();
  }, [run]);
  return { state: settled?.run === run ? settled.state : 'restoring', retry: () => setAttempt(attempt + 1) };
}

async function restore(signal: AbortSignal): Promise<CartState> {
  readCartAgain();
  const isOpen = await restoreCart(signal);
  await resumeUploads();
  if (isOpen && hasTriedPhoto() && isTriedPhotoOf((await loadMe()).email)) await addTriedPhoto();
  return isOpen ? 'ready' : 'not_open';
}
