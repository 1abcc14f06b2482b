import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { ApiError } from '../../shared/api.ts';
import { queryClient } from '../../shared/query.ts';
import { lacksOnceChecked, type Lacks, useLacks } from '../photo-checks/photo-checks.api.ts';
import { promptsQuery } from '../prompts/prompts.api.ts';
import { rememberCart, useCart } from './cart/cart.ts';
import { dropNeedlessAgreements } from './cart/cart-edits.ts';
import { restoreCart } from './cart/restore-cart.ts';
import { hasUnsavedChoices, saveChoices } from './cart/save-choices.ts';
import { renewOffer } from './cart/use-autosave.ts';
import { findGaps, type OrderGap } from './order-gaps.ts';
import { fitCart } from './photo-cards/effect-choices.ts';

/** Why the invoice page cannot open although nothing is missing. */
export type ContinueFailure = { kind: 'not_open' | 'changed' } | { kind: 'error'; error: unknown };

/**
 * Completes step 1: reports gaps, waits for running uploads and photo checks, saves the effects, checks that the stored bucket matches the screen,
 * and opens the invoice page.
 */
export function useContinue() {
  const navigate = useNavigate();
  const { bucketId: currentId, photos, consents } = useCart();
  const known = useLacks(currentId);
  const [asked, setAsked] = useState<OrderGap[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ContinueFailure | null>(null);
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => void (hasLeft.current = true);
  }, []);

  /** Reports the gaps. While waiting for uploads, running ones are no gap. */
  function complete(lacks: Lacks, { isWaiting = false } = {}): boolean {
    const { photos: now, consents: given } = useCart.getState();
    const gaps = findGaps(now, given, lacks).filter(({ code }) => !isWaiting || code !== 'uploading');
    setAsked(gaps);
    return gaps.length === 0;
  }

  async function openInvoice(): Promise<void> {
    setAttempt((count) => count + 1);
    setFailure(null);
    if (!complete(known, { isWaiting: true })) return;
    const isSameCart = rememberCart();
    const isOver = () => hasLeft.current || !isSameCart();
    setBusy(true);
    try {
      await uploadsEnded();
      const { bucketId: storedId } = useCart.getState();
      const lacks = storedId === null ? known : await lacksOnceChecked(storedId);
      if (isOver() || !complete(lacks)) return;
      dropNeedlessAgreements(lacks);
      const before = useCart.getState();
      const isOpen = await saveAndRestore();
      await renewPrompts();
      if (isOver()) return;
      const { bucketId, photos: now, reduced } = useCart.getState();
      const isOther = now.length !== before.photos.length || reduced !== before.reduced;
      if (!isOpen || !bucketId) setFailure({ kind: 'not_open' });
      else if (!complete(lacks) || isOther) setFailure({ kind: 'changed' });
      else await navigate(paths.invoice(bucketId));
    } catch (error) {
      renewOffer(error);
      if (!isOver()) setFailure({ kind: 'error', error });
    } finally {
      setBusy(false);
    }
  }

  // Fixed gaps disappear at once; new gaps appear only with the next attempt.
  const left = new Set(findGaps(photos, consents, known).map(gapKey));
  return { openInvoice, busy, attempt, failure, gaps: asked.filter((gap) => left.has(gapKey(gap))) };
}

/** Saves the effects and synchronizes the cart, again if an effect was chosen meanwhile. Throws ApiError. */
async function saveAndRestore(): Promise<boolean> {
  try {
    await saveChoices();
  } catch (error) {
    // Nothing is saved if one of the photos was deleted elsewhere.
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
    await restoreCart();
    await saveChoices();
  }
  const isOpen = await restoreCart();
  return isOpen && hasUnsavedChoices() ? saveAndRestore() : isOpen;
}

/** An effect that was renamed while the page was open is not what was chosen. What is saved by now stays what it was. */
async function renewPrompts(): Promise<void> {
  const seen = queryClient.getQueryData(promptsQuery.queryKey);
  fitCart(await queryClient.fetchQuery({ ...promptsQuery, staleTime: 0 }), seen);
}

/** Resolves when no upload is waiting or running. */
function uploadsEnded(): Promise<void> {
  const isUnderWay = () => useCart.getState().photos.some(({ status }) => status !== 'uploaded' && status !== 'failed');
  return new Promise((resolve) => {
    if (!isUnderWay()) {
      resolve();
      return;
    }
    const stop = useCart.subscribe(() => {
      if (isUnderWay()) return;
      stop();
      resolve();
    });
  });
}

function gapKey({ code, target }: OrderGap): string {
  return `${code} ${target}`;
}
