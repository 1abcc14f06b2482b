import { useState } from 'react';
import { session } from '../../shared/storage.ts';
import { useCart } from './cart.ts';
import { consentsTo, emptyCart, type Consents } from './cart-storage.ts';
import { gapErrors, gapProblems } from './gap-texts.ts';
import { consentGaps } from './order-gaps.ts';

/** The consents to a set that is about to be paid: those given with its photos, or, coming here directly, asked for now. */
export function useOrderConsents(bucketId: string) {
  const [asked] = useState(() => {
    const cart = useCart.getState();
    const given = cart.bucketId === bucketId ? cart.consents : consentsTo(session, bucketId);
    return consentGaps(given).length > 0;
  });
  const [consents, setConsents] = useState<Consents>(emptyCart.consents);
  const gaps = asked ? consentGaps(consents) : [];
  return {
    asked,
    consents,
    change: (change: Partial<Consents>) => setConsents((before) => ({ ...before, ...change })),
    problems: gapProblems(gaps),
    errors: gapErrors(gaps),
  };
}
