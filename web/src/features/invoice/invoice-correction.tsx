import type { Invoice, InvoiceFields } from '@keepsake/contract/orders/invoice';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { ApiError } from '../../shared/api.ts';
import { failureText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { forgetDraft } from './invoice-draft.ts';
import { InvoiceForm } from './invoice-form.tsx';
import { saveInvoiceData } from './invoice.api.ts';

/** Corrects the buyer of a paid bucket before the invoice is issued. */
export function InvoiceCorrection({ bucketId, invoice }: { bucketId: string; invoice: Invoice }) {
  const { t } = useTranslation('invoice');
  const navigate = useNavigate();
  const queries = useQueryClient();
  async function save(values: InvoiceFields): Promise<void> {
    await saveInvoiceData(bucketId, values);
    toast(t('corrected'));
    await navigate(paths.dashboard);
    forgetDraft();
    queries.removeQueries({ queryKey: ['invoice', bucketId] });
  }
  return (
    <InvoiceForm
      bucketId={bucketId}
      invoice={invoice}
      buyerName=""
      onSubmit={save}
      failureText={(error) =>
        error instanceof ApiError && error.code === 'bucket_not_editable'
          ? t('issuedMeanwhile')
          : failureText(t('saveFailed'))(error)
      }
      problems={[]}
      renderAside={({ busy }) => (
        <div>
          <Button type="submit" busy={busy}>
            {t('correctSave')}
          </Button>
        </div>
      )}
    />
  );
}
