import type { BodyInput } from '@keepsake/contract/endpoint';
import type { InvoiceFields } from '@keepsake/contract/orders/invoice';
import { consentTextVersion, createCheckoutSession } from '@keepsake/contract/orders/payment';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, call } from '../../shared/api.ts';
import { currentLanguage } from '../../shared/texts/format.ts';
import { failureText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { saveInvoiceData } from '../invoice/invoice.api.ts';
import type { UncheckedOrder } from '../photo-checks/photo-checks.api.ts';

/** Thrown if the payment provider returned no page. */
export class NoCheckoutUrl extends Error {
  override readonly name = 'NoCheckoutUrl';
}

/** Saves the invoice data and opens the hosted payment page; `onLeave` runs right before the browser leaves. */
export function useCheckout(bucketId: string, onLeave: () => void) {
  const { t } = useTranslation('invoice');
  const invoiceIsSaved = useRef(false);
  const [unchecked, setUnchecked] = useState<UncheckedOrder | null>(null);

  async function pay(values: InvoiceFields): Promise<void> {
    invoiceIsSaved.current = false;
    await saveInvoiceData(bucketId, values);
    invoiceIsSaved.current = true;
    setUnchecked(null);
    const address = await startCheckout(bucketId, values).catch((error: unknown) => {
      const waiting = isUnchecked(error) ? waitingIn(error) : undefined;
      if (waiting !== undefined) setUnchecked({ waiting, at: Date.now() });
      throw error;
    });
    onLeave();
    await leaveFor(address);
  }

  function words(error: unknown): string {
    if (error instanceof NoCheckoutUrl) return t('missingBucket');
    return failureText(invoiceIsSaved.current ? t('checkoutFailed') : t('saveFailed'))(error);
  }

  return { pay, words, unchecked, isUnchecked };
}

/** Whether an order was refused because photos are not checked yet: the page waits for them, and shows no error. */
function isUnchecked(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'photos_not_checked';
}

const waitingBody = z.object({ waiting: z.int() });

/** Undefined if the server is of an earlier version, which does not say. */
function waitingIn({ body }: ApiError): number | undefined {
  return waitingBody.safeParse(body).data?.waiting;
}

type InvoiceData = NonNullable<BodyInput<typeof createCheckoutSession>['invoiceData']>;

/**
 * Starts the checkout of a bucket after both consents. Throws ApiError or NoCheckoutUrl.
 * @returns the URL of the payment page
 */
async function startCheckout(bucketId: string, invoiceData: InvoiceData): Promise<string> {
  const consents = {
    guidelines: true,
    finalSale: true,
    language: currentLanguage(),
    textVersion: consentTextVersion,
  } as const;
  const { url } = await call(createCheckoutSession, {
    body: { bucketId, invoiceData, consents, requirePhotoChecks: true },
  });
  return checkoutAddress(url, location.href);
}

/** Opens the hosted page. Resolves only if the Back button restores this page from the back/forward cache. */
function leaveFor(address: string): Promise<void> {
  location.assign(address);
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
  });
}

/** The URL of the hosted payment page, if it is safe to open. */
export function checkoutAddress(url: string, base: string): string {
  const address = URL.parse(url, base);
  if (url === '' || !address) throw new NoCheckoutUrl('No checkout URL received');
  if (address.protocol !== 'https:' && address.protocol !== 'http:') {
    throw new NoCheckoutUrl(`Not a page to pay on: ${address.protocol}`);
  }
  return address.href;
}
