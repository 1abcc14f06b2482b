import { countries, type Invoice, invoiceFields, type InvoiceFields } from '@keepsake/contract/orders/invoice';
import { type Language, languages } from '@keepsake/contract/primitives';
import { type ReactNode, useEffect, useMemo } from 'react';
import { getToken, isCurrentSession } from '../../shared/session.ts';
import { currentLanguage } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { RetryNotice } from '../../ui/feedback/outcome-notices.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorSummary, type Problem } from '../../ui/forms/error-summary.tsx';
import { FormElement, FormRow } from '../../ui/forms/form.tsx';
import { type Option, SelectField } from '../../ui/forms/fields/select-field.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { findDraft, type InvoiceInput, storeDraft } from './invoice-draft.ts';
import styles from './invoice-form.module.css';

interface InvoiceFormProps {
  bucketId: string;
  /** Initial values. */
  invoice: Invoice | null;
  /** The user's name, used if there is no invoice yet. */
  buyerName: string;
  onSubmit: (values: InvoiceFields) => Promise<void>;
  failureText: (error: unknown) => string;
  /** Whether the page itself shows what came of the attempt. */
  handles?: (error: unknown) => boolean;
  /** Further problems that block the order; shown after the first attempt. */
  problems: readonly Problem[];
  /** The order summary with the submit button. */
  renderAside: (state: { busy: boolean; attempted: boolean }) => ReactNode;
}

/** Step 2: invoice data. */
export function InvoiceForm(props: InvoiceFormProps) {
  const { bucketId, invoice, buyerName, onSubmit, failureText, handles, problems, renderAside } = props;
  const { t } = useTranslation('invoice');
  const form = useContractForm(invoiceFields, {
    defaultValues: findDraft(bucketId) ?? startValues(invoice, buyerName),
    submit: async (values) => {
      if (problems.length === 0) await onSubmit(values);
    },
    failureText,
    ...(handles && { handles }),
  });
  useDraft(bucketId, form.getValues);
  const countries = useMemo(() => countryOptions(currentLanguage()), []);
  const attempted = form.attempt > 0;
  return (
    <FormElement form={form} className={styles.columns}>
      <div className={styles.fields}>
        <ErrorSummary problems={[...form.problems, ...(attempted ? problems : [])]} attempt={form.attempt} />
        <TextField {...form.field('partnerName', t('name'))} autoComplete="organization" />
        <TextField {...form.field('partnerTaxNumber', t('taxNumber'))} hint={t('taxNumberHint')} optional />
        <TextField {...form.field('partnerAddress', t('address'))} autoComplete="street-address" />
        <FormRow>
          <TextField {...form.field('partnerPostCode', t('postCode'))} autoComplete="postal-code" />
          <TextField {...form.field('partnerCity', t('city'))} autoComplete="address-level2" />
        </FormRow>
        <SelectField
          {...form.field('partnerCountry', t('country'))}
          autoComplete="country"
          options={[{ value: '', label: t('chooseCountry') }, ...countries]}
        />
        <SelectField
          {...form.field('language', t('language'))}
          options={languages.map((code) => ({ value: code, label: languageName(code) }))}
        />
      </div>
      {renderAside({ busy: form.busy, attempted })}
    </FormElement>
  );
}

function startValues(invoice: Invoice | null, buyerName: string): InvoiceInput {
  return {
    partnerName: invoice?.partnerName ?? buyerName,
    partnerTaxNumber: invoice?.partnerTaxNumber ?? '',
    partnerAddress: invoice?.partnerAddress ?? '',
    partnerCity: invoice?.partnerCity ?? '',
    partnerPostCode: invoice?.partnerPostCode ?? '',
    partnerCountry: invoice?.partnerCountry ?? 'HU',
    language: invoice?.language ?? currentLanguage(),
  };
}

/** Keeps the input when the user goes back a step and returns, unless the session has ended. */
function useDraft(bucketId: string, getValues: () => InvoiceInput): void {
  useEffect(() => {
    const token = getToken();
    return () => {
      if (isCurrentSession(token)) storeDraft(bucketId, getValues());
    };
  }, [bucketId, getValues]);
}

/** Each language in its own words. */
function languageName(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** All countries by name in the user's language, sorted. */
export function countryOptions(language: Language): Option[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  return countries
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => compare(a.label, b.label));
}

/** Placeholder while the form's data is loading. */
export function InvoiceToCome({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { t } = useTranslation('invoice');
  if (failed) return <RetryNotice title={t('fetchFailed')} onRetry={onRetry} />;
  return (
    <Loading className={styles.invoiceToComeFields}>
      <Skeleton className={styles.field} />
      <Skeleton className={styles.field} />
      <Skeleton className={styles.field} />
      <Skeleton className={styles.field} />
    </Loading>
  );
}
