import type { Bucket } from '@keepsake/contract/photos/content';
import type { Invoice } from '@keepsake/contract/orders/invoice';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { BucketLine } from '../features/buckets/bucket-line.tsx';
import { checkOutCart, openBucket } from '../features/photos/cart/cart.ts';
import { orderedBucketQuery } from '../features/photos/cart/ordered-bucket.ts';
import { ConsentBoxes, useOrderConsents } from '../features/photos/consent-boxes.tsx';
import { OrderSteps } from '../features/photos/order-steps.tsx';
import { InvoiceCorrection } from '../features/invoice/invoice-correction.tsx';
import { forgetDraft } from '../features/invoice/invoice-draft.ts';
import { InvoiceForm, InvoiceToCome } from '../features/invoice/invoice-form.tsx';
import { correctableInvoiceQuery, invoiceQuery } from '../features/invoice/invoice.api.ts';
import { OrderSummary } from '../features/invoice/order-summary.tsx';
import { useCheckout } from '../features/payment/use-checkout.ts';
import { useUncheckedPhotos } from '../features/photo-checks/photo-checks.api.ts';
import { paths } from '../paths.ts';
import { ApiError } from '../shared/api.ts';
import { useUserData } from '../shared/session.ts';
import { useTranslation } from '../shared/texts/use-translation.ts';
import { PageHeading } from '../ui/layout/page-heading.tsx';
import { Page } from '../ui/layout/page.tsx';
import { toast } from '../ui/overlays/toast-store.ts';
import styles from './invoice-page.module.css';

export function Component() {
  const { t } = useTranslation('invoice');
  const { bucketId = '' } = useParams();
  const bucket = useQuery(orderedBucketQuery(bucketId));
  const invoice = useQuery(invoiceQuery(bucketId));
  if (isUnknownSet(bucket.error) || isUnknownSet(invoice.error)) return <Navigate to={paths.upload} replace />;
  if (bucket.data && bucket.data.status !== 'pending') return <PaidSet bucketId={bucketId} />;
  const isLoaded = bucket.data !== undefined && invoice.data !== undefined;
  const failed = !isLoaded && (bucket.isError || invoice.isError);
  const retry = () => void Promise.all([bucket.refetch(), invoice.refetch()]);
  return (
    <Page>
      <OrderSteps current="invoicing" />
      <PageHeading title={t('title')}>
        {bucket.data && <BucketLine bucket={bucket.data} />}
        <p>{t('intro')}</p>
      </PageHeading>
      {isLoaded ? (
        <InvoiceStep bucket={bucket.data} invoice={invoice.data} />
      ) : (
        <InvoiceToCome failed={failed} onRetry={retry} />
      )}
    </Page>
  );
}

function InvoiceStep({ bucket, invoice }: { bucket: Bucket; invoice: Invoice | null }) {
  const { t } = useTranslation('invoice');
  const { asked, consents, change, problems, errors } = useOrderConsents(bucket.id);
  const user = useUserData();
  const checkout = useCheckout(bucket.id, () => {
    checkOutCart(bucket.id);
    forgetDraft();
  });
  const unchecked = useUncheckedPhotos(bucket.id, checkout.unchecked);
  return (
    <>
      <p>
        <Link to={paths.process} onClick={() => openBucket(bucket)} className={styles.back}>
          <ArrowLeft size={18} aria-hidden="true" />
          <span>{t('back')}</span>
        </Link>
      </p>
      <InvoiceForm
        bucketId={bucket.id}
        invoice={invoice}
        buyerName={user?.name ?? ''}
        onSubmit={checkout.pay}
        failureText={checkout.words}
        handles={(error) => checkout.isUnchecked(error) && unchecked !== undefined}
        problems={problems}
        renderAside={({ busy, attempted }) => (
          <OrderSummary
            bucket={bucket}
            consents={
              asked && <ConsentBoxes consents={consents} onChange={change} errors={attempted ? errors : new Map()} />
            }
            busy={busy}
            unchecked={unchecked}
          />
        )}
      />
    </>
  );
}

function PaidSet({ bucketId }: { bucketId: string }) {
  const { t } = useTranslation('invoice');
  const { data: invoice, isError, refetch } = useQuery(correctableInvoiceQuery(bucketId));
  if (invoice === null) return <AlreadyPaid />;
  return (
    <Page>
      <PageHeading title={t('correctTitle')}>
        <p>{t('correctIntro')}</p>
      </PageHeading>
      {invoice ? (
        <InvoiceCorrection bucketId={bucketId} invoice={invoice} />
      ) : (
        <InvoiceToCome failed={isError} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function AlreadyPaid() {
  const { t } = useTranslation('invoice');
  const navigate = useNavigate();
  useEffect(() => {
    toast(t('alreadyPaid'), { tone: 'neutral' });
    void navigate(paths.dashboard, { replace: true });
  }, [t, navigate]);
  return null;
}

/** An unknown bucket, or a URL without one. */
function isUnknownSet(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed');
}
