import { type Order, recordRefund } from '@keepsake/contract/ledger';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../ui/text-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { SettledFilms } from './settled-films.tsx';
import { sumText } from './sum-text.ts';

/** Writes down a refund that was made outside; no money moves by it. */
export function RefundForm({ order, onDone }: { order: Order; onDone: (after: Order) => void }) {
  const { t } = useTranslation('admin-ledger');
  // Of one dialog: sent twice, it is recorded once.
  const [key] = useState(() => crypto.randomUUID());
  const payments = order.payments.filter(({ left }) => left > 0);
  const form = useContractForm(recordRefund.body, {
    defaultValues: {
      key,
      payment: payments[0]?.payment ?? '',
      amount: payments[0]?.left ?? 0,
      note: '',
      reference: '',
      settles: order.owed.map(({ id }) => id),
    },
    submit: async (body) => onDone((await call(recordRefund, { params: { id: order.id }, body })).order),
  });
  const paymentOf = (id: string) => payments.find(({ payment }) => payment === id);
  const chosen = paymentOf(form.getValues().payment);
  const choose = (id: string) => {
    form.setValue('payment', id);
    form.setValue('amount', paymentOf(id)?.left ?? 0);
  };
  return (
    <Form form={form} unsaved={form.isChanged}>
      <p>{t('refund.intro')}</p>
      {payments.length > 1 && (
        <SelectField
          {...form.field('payment', t('order.payment'))}
          onChange={({ target }) => choose(target.value)}
          options={payments.map(({ payment, left, currency }) => ({
            value: payment,
            label: t('refund.paymentOption', { payment, left: sumText(left, currency) }),
          }))}
        />
      )}
      <TextField
        {...form.field('amount', t('refund.amount', { currency: chosen?.currency ?? '' }))}
        hint={chosen && t('refund.amountHint', { left: sumText(chosen.left, chosen.currency) })}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        {...form.field('reference', t('refund.reference'))}
        hint={t('refund.referenceHint')}
        optional
        autoComplete="off"
      />
      <TextAreaField {...form.field('note', t('note'))} hint={t('noteHint')} maxLength={500} />
      <SettledFilms
        owed={order.owed}
        chosen={form.getValues().settles ?? []}
        onChange={(ids) => form.setValue('settles', ids)}
      />
      <FormActions>
        <Button type="submit" busy={form.busy}>
          {t('refund.submit')}
        </Button>
      </FormActions>
    </Form>
  );
}
