import type { InvoiceFields } from '@keepsake/contract/invoice';
import { useRef } from 'react';
import { failureText } from '../../shared/failure-text.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { saveInvoiceData } from '../invoice/invoice.api.ts';
import { NoCheckoutUrl } from './checkout-address.ts';
import { leaveFor, startCheckout } from './payment.api.ts';

/** From the invoice data to the hosted payment page; `onLeave` runs once nothing can go wrong any more. */
export function useCheckout(bucketId: string, onLeave: () => void) {
  const { t } = useTranslation('invoice');
  const invoiceIsSaved = useRef(false);

  async function pay(values: InvoiceFields): Promise<void> {
    invoiceIsSaved.current = false;
    await saveInvoiceData(bucketId, values);
    invoiceIsSaved.current = true;
    const address = await startCheckout(bucketId, values);
    onLeave();
    await leaveFor(address);
  }

  function words(error: unknown): string {
    if (error instanceof NoCheckoutUrl) return t('missingBucket');
    return failureText(invoiceIsSaved.current ? t('checkoutFailed') : t('saveFailed'))(error);
  }

  return { pay, words };
}
