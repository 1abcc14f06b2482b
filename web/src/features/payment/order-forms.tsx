import { grantFilms, type Order, type OrderEffect, recordRefund } from '@keepsake/contract/orders/ledger';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { dateTime, translated } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/forms/fields/checkbox-field.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { TextAreaField, TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { sumText } from './ledger.api.ts';

/** Grants further films of an effect that the bucket already has, free of charge. */
export function GrantForm({ order, onDone }: { order: Order; onDone: (after: Order) => void }) {
  const { t } = useTranslation('admin-ledger');
  // One key per dialog: a repeated request grants the films once.
  const [key] = useState(() => crypto.randomUUID());
  const reread = useReread();
  const effects = order.effects.filter(({ room }) => room > 0);
  const [first] = effects;
  const form = useContractForm(grantFilms.body, {
    defaultValues: {
      key,
      contentId: first?.contentId ?? '',
      promptId: first?.promptId ?? '',
      count: 1,
      note: '',
      settles: order.owed.map(({ id }) => id),
    },
    submit: async ({ settles: ids, ...body }) => {
      const given = { ...body, settles: stillOwed(order, ids) };
      onDone((await reread(call(grantFilms, { params: { id: order.id }, body: given }))).order);
    },
  });
  const { contentId, promptId, settles = [] } = form.getValues();
  const chosen = effects.find((effect) => effect.contentId === contentId && effect.promptId === promptId);
  return (
    <Form form={form} unsaved={form.isChanged}>
      <p>{t('grant.intro')}</p>
      <SelectField
        label={t('grant.effect')}
        value={chosen && nameOf(chosen)}
        onChange={({ target }) => {
          const effect = effects.find((one) => nameOf(one) === target.value);
          form.setValue('contentId', effect?.contentId ?? '');
          form.setValue('promptId', effect?.promptId ?? '');
        }}
        options={effects.map((effect) => ({
          value: nameOf(effect),
          label: t('grant.option', { effect: translated(effect.action), photo: effect.photo }),
        }))}
      />
      <TextField
        {...form.field('count', t('grant.count'))}
        hint={chosen && t('grant.countHint', { count: chosen.room })}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextAreaField {...form.field('note', t('note'))} hint={t('noteHint')} maxLength={500} />
      <SettledFilms owed={order.owed} chosen={settles} onChange={(ids) => form.setValue('settles', ids)} />
      <FormActions>
        <Button type="submit" busy={form.busy}>
          {t('grant.submit')}
        </Button>
      </FormActions>
    </Form>
  );
}

/** Refetches what administrators see after a refusal: another administrator may have been faster. */
function useReread() {
  const queries = useQueryClient();
  return async <T,>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      void queries.invalidateQueries({ queryKey: ['admin'] });
      throw error;
    }
  };
}

/** The chosen films that are still owed. Those that were settled meanwhile are no longer shown. */
function stillOwed({ owed }: Order, ids: readonly string[]): string[] {
  return owed.map(({ id }) => id).filter((id) => ids.includes(id));
}

function nameOf({ contentId, promptId }: OrderEffect): string {
  return `${contentId} ${promptId}`;
}

/** Which owed films of the bucket this settles. */
function SettledFilms({
  owed,
  chosen,
  onChange,
}: {
  owed: Order['owed'];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const { t } = useTranslation('admin-ledger');
  if (owed.length === 0) return null;
  return (
    <fieldset>
      <legend>{t('settles')}</legend>
      {owed.map(({ id, owedAt }, at) => (
        <CheckboxField
          key={id}
          label={t('settlesFilm', { number: at + 1, at: dateTime(owedAt) })}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(owed.map((film) => film.id).filter((one) => (one === id ? target.checked : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}

/** Records a refund that was made elsewhere; it moves no money. */
export function RefundForm({ order, onDone }: { order: Order; onDone: (after: Order) => void }) {
  const { t } = useTranslation('admin-ledger');
  // One key per dialog: a repeated request records the refund once.
  const [key] = useState(() => crypto.randomUUID());
  const reread = useReread();
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
    submit: async ({ settles: ids, ...body }) => {
      const given = { ...body, settles: stillOwed(order, ids) };
      onDone((await reread(call(recordRefund, { params: { id: order.id }, body: given }))).order);
    },
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
