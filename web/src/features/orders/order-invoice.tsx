import { correctInvoice, type OrderInvoice as Shown, type OrderPage } from '@keepsake/contract/admin/order-page';
import { invoice as invoiceSchema, invoiceFields, retryInvoice } from '@keepsake/contract/orders/invoice';
import { languages } from '@keepsake/contract/primitives';
import { useQueryClient } from '@tanstack/react-query';
import { FileText, Pencil, RotateCw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { call, changedMeanwhile } from '../../shared/api.ts';
import { saveFrom } from '../../shared/save-from.ts';
import { currentLanguage, languageNames, money } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/feedback/notice.tsx';
import { ChangedNotice } from '../../ui/forms/changed-notice.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { Form, FormActions, FormRow } from '../../ui/forms/form.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { countryOptions } from '../invoice/invoice-form.tsx';
import { Facts } from './facts.tsx';
import { orderPageQuery, useOrderAction } from './order-page.api.ts';
import styles from './order-page.module.css';

interface OrderInvoiceProps {
  orderId: string;
  invoice: Shown | null;
  status: OrderPage['status'];
}

const toneOfState: Record<NonNullable<Shown['issue']>['state'], Tone> = {
  to_issue: 'neutral',
  issuing: 'neutral',
  unknown: 'warn',
  issued: 'ok',
  failed: 'bad',
};

/** The invoice of an order: its state, its buyer and its actions. */
export function OrderInvoice({ orderId, invoice: shown, status }: OrderInvoiceProps) {
  const { t } = useTranslation('admin-order');
  const [open, setOpen] = useState<'correct' | 'retry' | null>(null);
  const retry = useOrderAction(
    async (id: string) => {
      await call(retryInvoice, { params: { id } });
      return {};
    },
    { done: t('invoice.retried'), onSettled: () => setOpen(null) },
  );
  if (shown === null) return <p>{t(status === 'deleted' ? 'invoice.ofDeleted' : 'invoice.none')}</p>;
  const { invoice, issue, amount, failure, correctable } = shown;
  const { partnerName, partnerAddress, partnerPostCode, partnerCity, partnerCountry, partnerTaxNumber } = invoice;
  const pdfUrl = issue?.pdfUrl ?? null;
  return (
    <>
      <Facts
        facts={[
          [
            t('invoice.state'),
            <Chip key="state" tone={issue ? toneOfState[issue.state] : 'neutral'}>
              {t(issue ? `invoice.${issue.state}` : status === 'pending' ? 'invoice.draft' : 'invoice.nothing')}
            </Chip>,
          ],
          [t('invoice.number'), issue?.number],
          [t('invoice.amount'), amount === null ? null : money(amount, invoice.currency)],
          [t('invoice:name'), partnerName],
          [t('invoice:address'), `${partnerAddress}, ${partnerPostCode} ${partnerCity}, ${partnerCountry}`],
          [t('invoice:taxNumber'), partnerTaxNumber],
          [t('invoice:language'), languageNames[invoice.language]],
          [t('invoice.failure'), failure],
        ]}
      />
      <div className={styles.actions}>
        {pdfUrl !== null && (
          <Button
            variant="secondary"
            icon={<FileText size={18} aria-hidden="true" />}
            onClick={() => void saveFrom(pdfUrl).catch(() => toast(t('invoice.notOpened'), { tone: 'bad' }))}
          >
            {t('invoice.open')}
          </Button>
        )}
        {correctable && (
          <Button variant="secondary" icon={<Pencil size={18} aria-hidden="true" />} onClick={() => setOpen('correct')}>
            {t('invoice.correct')}
          </Button>
        )}
        {issue?.state === 'failed' && (
          <Button variant="secondary" icon={<RotateCw size={18} aria-hidden="true" />} onClick={() => setOpen('retry')}>
            {t('invoice.retry')}
          </Button>
        )}
      </div>
      {issue?.state === 'issued' && <p className={styles.small}>{t('invoice.final')}</p>}
      {open === 'retry' && (
        <ConfirmDialog
          title={t('invoice.retry')}
          confirmLabel={t('invoice.retry')}
          busy={retry.isPending}
          onConfirm={() => retry.mutate(invoice.id)}
          onCancel={() => setOpen(null)}
        >
          <p>{t('invoice.retryText')}</p>
        </ConfirmDialog>
      )}
      {open === 'correct' && (
        <Dialog title={t('invoice.correct')} onClose={() => setOpen(null)}>
          <CorrectionForm orderId={orderId} shown={shown} onDone={() => setOpen(null)} />
        </Dialog>
      )}
    </>
  );
}

/** The buyer's data, as the customer filled it in. */
function CorrectionForm({ orderId, shown, onDone }: { orderId: string; shown: Shown; onDone: () => void }) {
  const { t } = useTranslation('admin-order');
  const queries = useQueryClient();
  const revision = useRef<number | undefined>(shown.revision);
  const form = useContractForm(invoiceFields, {
    defaultValues: valuesOf(shown.invoice),
    submit: async (fields) => {
      const body = { fields, revision: revision.current ?? shown.revision };
      const { order } = await call(correctInvoice, { params: { id: orderId }, body });
      queries.setQueryData(orderPageQuery(orderId).queryKey, order);
      void queries.invalidateQueries({ queryKey: ['admin'] });
      toast(t('invoice.corrected'));
      onDone();
    },
    handles: (error) => changedMeanwhile(error, invoiceSchema) !== null,
    failureText: errorText,
  });
  const countries = useMemo(() => countryOptions(currentLanguage()), []);
  const labels = {
    partnerName: t('invoice:name'),
    partnerTaxNumber: t('invoice:taxNumber'),
    partnerAddress: t('invoice:address'),
    partnerPostCode: t('invoice:postCode'),
    partnerCity: t('invoice:city'),
    partnerCountry: t('invoice:country'),
    language: t('invoice:language'),
  } as const;
  const names = Object.keys(labels) as (keyof typeof labels)[];
  const field = (name: keyof typeof labels) => form.field(name, labels[name]);
  return (
    <Form form={form} unsaved={form.isChanged}>
      <p>{t('invoice.correctText')}</p>
      <ChangedNotice
        form={form}
        state={invoiceSchema}
        revision={revision}
        compare={(theirs) =>
          names.map((name) => ({
            label: labels[name],
            theirs: theirs[name] ?? '',
            mine: form.field(name, labels[name]).value ?? '',
          }))
        }
        onTakeTheirs={(theirs) => form.reset(valuesOf(theirs))}
      />
      <TextField {...field('partnerName')} />
      <TextField {...field('partnerTaxNumber')} hint={t('invoice:taxNumberHint')} optional />
      <TextField {...field('partnerAddress')} />
      <FormRow>
        <TextField {...field('partnerPostCode')} />
        <TextField {...field('partnerCity')} />
      </FormRow>
      <SelectField {...field('partnerCountry')} options={countries} />
      <SelectField
        {...field('language')}
        options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
      />
      <FormActions>
        <Button type="submit" busy={form.busy}>
          {t('invoice.save')}
        </Button>
      </FormActions>
    </Form>
  );
}

function valuesOf(invoice: Shown['invoice']) {
  const { partnerName, partnerTaxNumber, partnerAddress, partnerPostCode, partnerCity, partnerCountry, language } =
    invoice;
  return {
    partnerName,
    partnerTaxNumber: partnerTaxNumber ?? '',
    partnerAddress,
    partnerPostCode,
    partnerCity,
    partnerCountry,
    language,
  };
}
