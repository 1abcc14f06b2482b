import { type ReactNode, useMemo } from 'react';
import { paths } from '../../paths.ts';
import { ApiError } from '../../shared/api.ts';
import { errorText } from '../../shared/i18n.ts';
import type { Translate } from '../../shared/text-keys.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { setConsents, useCart } from './cart.ts';
import { countVersions } from './cart-photo.ts';
import { ConsentBoxes } from './consent-boxes.tsx';
import { DropZone } from './drop-zone.tsx';
import { gapErrors, gapProblems } from './gap-texts.ts';
import type { RenderAdvice } from './photo-card.tsx';
import { PhotoList } from './photo-list.tsx';
import { UploadNotices } from './upload-notices.tsx';
import { UploadProgress } from './upload-progress.tsx';
import styles from './upload-step.module.css';
import { useAutosave } from './use-autosave.ts';
import { type ContinueFailure, useContinue } from './use-continue.ts';
import { usePickedFiles } from './use-picked-files.ts';
import { useRestoredCart } from './use-restored-cart.ts';

interface UploadStepProps {
  renderAdvice: RenderAdvice;
  /** Opens the photo guide. */
  guide: ReactNode;
  /** Draws the price beside the photos, with the button that goes on. */
  renderPrice: (order: { images: number; versions: number; action: ReactNode }) => ReactNode;
}

/** Step 1: photos, what is to happen in them, and what has to be agreed to. */
export function UploadStep({ guide, renderAdvice, renderPrice }: UploadStepProps) {
  const { t } = useTranslation('wizard');
  const { state, retry } = useRestoredCart();
  const { photos, consents } = useCart();
  const { pick, refusal, dismiss } = usePickedFiles();
  const isReady = state === 'ready' || state === 'not_open';
  const saveState = useAutosave(isReady);
  const { goOn, busy, attempt, failure, gaps } = useContinue();
  const errors = useStable(gapErrors(gaps));
  const problems = [...gapProblems(gaps), ...failureProblems(failure, t)];
  const action = (
    <Button size="large" busy={busy} onClick={() => void goOn()}>
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
            <DropZone onFiles={pick} guide={guide} compact={photos.length > 0} />
            <UploadNotices refusal={refusal} onDismiss={dismiss} />
            <UploadProgress />
          </section>
          <PhotoList
            isRestoring={state === 'restoring'}
            saveState={saveState}
            errors={errors}
            renderAdvice={renderAdvice}
          />
          {photos.length > 0 && <ConsentBoxes consents={consents} onChange={setConsents} errors={errors} />}
        </div>
        {renderPrice({ ...countVersions(photos), action })}
      </div>
    </>
  );
}

function failureProblems(failure: ContinueFailure | null, t: Translate<'wizard'>) {
  if (failure?.kind === 'changed') return [{ text: t('setChanged') }];
  if (failure?.kind === 'error') return [{ text: saveFailureText(failure.error, t) }];
  return [];
}

/** Codes about the set itself say more than that saving failed. */
const telling = new Set([
  'bucket_not_editable',
  'bucket_payment_in_progress',
  'bucket_payment_processing',
  'payment_not_closed',
  'prompt_not_available',
  'duplicate_prompt',
]);

function saveFailureText(error: unknown, t: Translate<'wizard'>): string {
  if (error instanceof ApiError && telling.has(error.code)) return errorText(error);
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
  return (
    <Notice
      tone="bad"
      title={t('restoreFailed.title')}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      }
    >
      <p>{t('restoreFailed.text')}</p>
    </Notice>
  );
}

/** The same map as long as it says the same, so that cards without news are not drawn again. */
function useStable(errors: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const words = JSON.stringify([...errors]);
  return useMemo(() => new Map(JSON.parse(words) as [string, string][]), [words]);
}
