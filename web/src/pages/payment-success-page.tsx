import { id } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';
import { OrderSteps } from '../features/photos/order-steps.tsx';
import { PaymentResult, usePaymentCheck } from '../features/payment/payment-result.tsx';
import { useSearch } from '../shared/search-params.ts';
import { Page } from '../ui/layout/page.tsx';

const search = z.object({ bucket: id });

export function Component() {
  const found = useSearch(search);
  const bucketId = found?.bucket ?? null;
  const outcome = usePaymentCheck(bucketId);
  return (
    <Page width="text">
      <OrderSteps current={outcome === 'completed' ? 'done' : 'payment'} />
      <PaymentResult outcome={outcome} bucketId={bucketId} />
    </Page>
  );
}
