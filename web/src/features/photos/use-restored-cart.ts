import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { readCartAgain } from './cart/cart.ts';
import { restoreCart } from './cart/restore-cart.ts';
import { resumeUploads } from './uploads/uploads.ts';

/** `not_open`: the set that was to be continued is gone or paid, and the cart starts without it. */
export type CartState = 'restoring' | 'ready' | 'not_open' | 'failed';

/** Finds the cart again whenever the page is come to: session, server and unsent photos. */
export function useRestoredCart(): { state: CartState; retry: () => void } {
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
  return isOpen ? 'ready' : 'not_open';
}
