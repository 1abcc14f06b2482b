import type { BodyInput } from '@keepsake/contract/endpoint';
import { consentTextVersion, createCheckoutSession } from '@keepsake/contract/payment';
import { call } from '../../shared/api.ts';
import { currentLanguage } from '../../shared/format.ts';
import { checkoutAddress } from './checkout-address.ts';

type InvoiceData = NonNullable<BodyInput<typeof createCheckoutSession>['invoiceData']>;

/**
 * Opens the hosted payment page of a set whose buyer has given both consents. Throws ApiError or NoCheckoutUrl.
 * @returns the address to go to
 */
export async function startCheckout(bucketId: string, invoiceData: InvoiceData): Promise<string> {
  const consents = {
    guidelines: true,
    finalSale: true,
    language: currentLanguage(),
    textVersion: consentTextVersion,
  } as const;
  const { url } = await call(createCheckoutSession, { body: { bucketId, invoiceData, consents } });
  return checkoutAddress(url, location.href);
}

/** Goes to the hosted page. Settles only if the browser brings this page back as it was, by its Back button. */
export function leaveFor(address: string): Promise<void> {
  location.assign(address);
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
  });
}
