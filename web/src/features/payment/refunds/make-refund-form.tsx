import {
  makeRefund,
  type OrderRefunds,
  type RefundableFilm,
  type RefundablePayment,
  type RefundScope,
  refundScopes,
} from '@keepsake/contract/orders/refunds';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../shared/api.ts';
import { currentLanguage, money, translated } from '../../../shared/texts/format.ts';
import { errorText } from '../../../shared/texts/i18n.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { plainNumber } from '../../../ui/forms/fields/plain-number.ts';
import { CheckboxField } from '../../../ui/forms/fields/checkbox-field.tsx';
import { SelectField } from '../../../ui/forms/fields/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/forms/fields/text-field.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Text } from '../../../ui/text.tsx';
import { shownInstead } from '../../films/film-lack.tsx';
import styles from '../ledger.module.css';
import { refundsQuery } from './refunds.api.ts';

interface MakeRefundFormProps {
  orderId: string;
  refunds: OrderRefunds;
  /** Chosen at first; by default everything that is left is refunded. */
  filmId?: string | undefined;
  onDone: (after: OrderRefunds) => void;
}

/** Requests a refund through the payment provider: its amount, its scope, and whether films are deleted. */
export function MakeRefundForm({ orderId, refunds, filmId, onDone }: MakeRefundFormProps) {
  const { t } = useTranslation('admin-refunds');
  const ledger = useTranslation('admin-ledger').t;
  const queries = useQueryClient();
  // One key per dialog: a repeated request is one refund.
  const [key] = useState(() => crypto.randomUUID());
  const payments = refunds.payments.filter(({ left }) => left > 0);
  const first = payments.find(({ fulfilled }) => fulfilled || filmId === undefined);
  // The payment as this administrator has seen it: if another one changes it meanwhile, the request is refused.
  const [seen, setSeen] = useState({ payment: first?.payment ?? '', left: first?.left ?? 0 });
  const payment = paymentOf(refunds, seen.payment);
  const sum = (value: number) => (payment ? money(value, payment.currency) : '');
  const form = useContractForm(makeRefund.body, {
    defaultValues: {
      key,
      payment: seen.payment,
      scope: (filmId === undefined ? 'whole' : 'films') as RefundScope,
      amount: first?.left ?? 0,
      currency: first?.currency ?? 'USD',
      films: filmId === undefined ? [] : [filmId],
      filmsGo: false,
      note: '',
    },
    failureText: (error) =>
      isMeanwhile(error) && payment
        ? t('meanwhile', { refunded: sum(payment.refunded + payment.underWay), left: sum(payment.left) })
        : errorText(error),
    submit: async (given) => {
      const body = { ...given, amount: amountOf(given, refunds), seenLeft: seen.left };
      try {
        onDone((await call(makeRefund, { params: { id: orderId }, body })).refunds);
      } catch (error) {
        if (isMeanwhile(error)) await showWhatIsLeft(body.films);
        else void queries.invalidateQueries({ queryKey: ['admin'] });
        throw error;
      }
    },
  });
  async function showWhatIsLeft(chosen: string[]): Promise<void> {
    const now = await queries.fetchQuery({ ...refundsQuery(orderId), staleTime: 0 });
    const refunded = new Set(now.films.filter((film) => film.refunded).map(({ id }) => id));
    form.setValue(
      'films',
      chosen.filter((id) => !refunded.has(id)),
    );
    setSeen({ ...seen, left: paymentOf(now, seen.payment)?.left ?? 0 });
  }
  const values = form.getValues();
  const { scope, filmsGo, films = [] } = values;
  // A number is kept as it was typed.
  const amount = amountOf({ ...values, films, amount: plainNumber(String(values.amount)) ?? 0 }, refunds);
  const { customer } = refunds;
  const choosePayment = (id: string) => {
    const chosen = paymentOf(refunds, id);
    setSeen({ payment: id, left: chosen?.left ?? 0 });
    form.setValue('payment', id);
    form.setValue('currency', chosen?.currency ?? 'USD');
    form.setValue('amount', chosen?.left ?? 0);
    // Films were bought with one payment only.
    if (!chosen?.fulfilled) chooseScope('whole');
    if (!chosen?.fulfilled) form.setValue('filmsGo', false);
  };
  const chooseScope = (chosen: string) => {
    form.setValue('scope', refundScopes.find((one) => one === chosen) ?? 'whole');
    form.setValue('films', []);
    form.setValue('amount', payment?.left ?? 0);
  };
  const scopes = refundScopes.filter((one) => one !== 'films' || (payment?.fulfilled && refunds.films.length > 0));
  return (
    <Form form={form} unsaved={form.isChanged}>
      {payments.length > 1 && (
        <SelectField
          {...form.field('payment', t('payment'))}
          onChange={({ target }) => choosePayment(target.value)}
          options={payments.map((one) => ({
            value: one.payment,
            label: t('paymentOption', { payment: one.payment, left: money(one.left, one.currency) }),
          }))}
        />
      )}
      <SelectField
        {...form.field('scope', t('scope'))}
        hint={payment && leftText(payment)}
        onChange={({ target }) => chooseScope(target.value)}
        options={scopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
      />
      {scope === 'films' && (
        <FilmChoice
          films={refunds.films}
          chosen={films}
          price={sum}
          onChange={(ids) => form.setValue('films', ids)}
          missing={form.attempt > 0 && films.length === 0}
        />
      )}
      {scope === 'amount' && (
        <TextField
          {...form.field('amount', t('sum', { currency: payment?.currency ?? '' }))}
          hint={payment && t('sumHint', { left: sum(payment.left) })}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      {payment?.fulfilled && refunds.films.length > 0 && (
        <SelectField
          label={t('fate')}
          hint={filmsGo ? t('goHint') : undefined}
          value={filmsGo ? 'go' : 'stay'}
          onChange={({ target }) => form.setValue('filmsGo', target.value === 'go')}
          options={[
            { value: 'stay', label: t('stay') },
            { value: 'go', label: t(scope === 'films' ? 'goFilms' : 'goAll') },
          ]}
        />
      )}
      <TextAreaField
        {...form.field('note', ledger('note'))}
        hint={ledger('noteHint')}
        maxLength={500}
        rows={2}
        // All else is filled in.
        data-autofocus={filmId !== undefined || undefined}
      />
      <p className={styles.small}>
        {customer ? t('told', { email: customer.email, language: languageName(customer.language) }) : t('toldNobody')}
      </p>
      <FormActions>
        <Button
          type="submit"
          busy={form.busy}
          disabled={scope === 'films' && films.length === 0}
          className={styles.breakable}
        >
          {customer ? <SubmitText sum={sum(amount)} email={customer.email} /> : t('submitNobody', { sum: sum(amount) })}
        </Button>
      </FormActions>
    </Form>
  );

  function leftText({ left, charged, underWay }: RefundablePayment): string {
    const all = t('left', { left: sum(left), charged: sum(charged) });
    return underWay > 0 ? `${all} ${t('underWay', { amount: sum(underWay) })}` : all;
  }
}

function isMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'refunded_meanwhile' || error.code === 'refund_too_large');
}

function paymentOf({ payments }: OrderRefunds, id: string): RefundablePayment | undefined {
  return payments.find(({ payment }) => payment === id);
}

/** Major units. */
function amountOf(
  { payment, scope, films, amount }: { payment: string; scope: RefundScope; films: string[]; amount: number },
  refunds: OrderRefunds,
): number {
  const left = paymentOf(refunds, payment)?.left ?? 0;
  if (scope === 'whole') return left;
  if (scope === 'amount') return amount;
  const prices = refunds.films.filter(({ id }) => films.includes(id)).map(({ price }) => price);
  // Sums of decimal fractions are not exact; every currency here has at most two decimals.
  const price = Math.round(prices.reduce((total, one) => total + one, 0) * 100) / 100;
  return Math.min(price, left);
}

function languageName(language: string): string {
  return new Intl.DisplayNames(currentLanguage(), { type: 'language' }).of(language) ?? language;
}

/** "Refund $4.99 to name@example.com" */
function SubmitText({ sum, email }: { sum: string; email: string }) {
  const { t } = useTranslation('admin-refunds');
  const mark = '\n';
  const [before, after] = t('submit', { sum, email: mark }).split(mark);
  return (
    <span>
      <Text>{before}</Text>
      <EmailAddress email={email} />
      <Text>{after}</Text>
    </span>
  );
}

interface FilmChoiceProps {
  films: readonly RefundableFilm[];
  chosen: readonly string[];
  price: (amount: number) => string;
  onChange: (ids: string[]) => void;
  /** Whether none is chosen although one is required. */
  missing: boolean;
}

/** The choice of films to refund, each with its price. */
function FilmChoice({ films, chosen, price, onChange, missing }: FilmChoiceProps) {
  const { t } = useTranslation('admin-refunds');
  return (
    <fieldset>
      <legend>{t('films')}</legend>
      {films.map((film) => {
        const { id, photo, action, number, refunded } = film;
        const name = t('film', { effect: translated(action), number });
        const values = {
          film: name,
          photo,
          price: price(film.price),
        };
        return (
          <CheckboxField
            key={id}
            label={t(refunded ? 'filmRefunded' : 'filmOfPhoto', values)}
            hint={shownInstead(name, film)}
            checked={chosen.includes(id)}
            disabled={refunded || film.price === 0}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        );
      })}
      {missing && <p>{t('noFilms')}</p>}
    </fieldset>
  );
}
