import { type PriceRisk, priceRisk, pricing, type Pricing } from '@keepsake/contract/orders/pricing';
import { type SyntheticEvent, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../shared/api.ts';
import { money } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './confirm-prices.module.css';
import { changeInPercent } from './pricing-words.ts';

const unconfirmed = z.object({ risks: z.array(priceRisk), current: pricing });

/** The risks that the server wants confirmed, and the prices in force. */
export type Unconfirmed = z.output<typeof unconfirmed>;

/** Null for other errors. */
export function unconfirmedIn(error: unknown): Unconfirmed | null {
  if (!(error instanceof ApiError) || error.code !== 'prices_not_confirmed') return null;
  return unconfirmed.safeParse(error.body).data ?? null;
}

/** Lists the risky changes, and requires a typed word before they are saved. */
export function ConfirmPrices({
  asked: { risks, current },
  prices,
  onConfirm,
  onCancel,
}: {
  asked: Unconfirmed;
  prices: Pricing;
  onConfirm: (risks: PriceRisk[]) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('admin-pricing');
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const word = t('confirm.word');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isSameWord(typed, word)) onConfirm(risks);
    else setIsWrong(true);
  };
  return (
    <Dialog role="alertdialog" title={t('confirm.title')} onClose={onCancel} describedBy="price-risks">
      <form noValidate className={styles.form} onSubmit={submit}>
        <ul id="price-risks" className={styles.risks}>
          {risks.map((risk) => (
            <li key={risk}>{riskInWords(t, risk, current, prices)}</li>
          ))}
        </ul>
        <TextField
          label={t('confirm.label', { word })}
          value={typed}
          error={isWrong && !isSameWord(typed, word) ? t('confirm.wrong', { word }) : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          onChange={({ target }) => setTyped(target.value)}
        />
        <FormActions>
          <Button type="submit" variant="danger">
            {t('save')}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
        </FormActions>
      </form>
    </Dialog>
  );
}

function isSameWord(typed: string, word: string): boolean {
  return typed.normalize('NFC').trim().toLocaleLowerCase() === word.toLocaleLowerCase();
}

function riskInWords(t: Translate<'admin-pricing'>, risk: PriceRisk, from: Pricing, to: Pricing): string {
  if (risk === 'currency') return t('confirm.currency', { from: from.currency, to: to.currency });
  if (risk === 'free_discount') return t('confirm.free_discount');
  const name = risk === 'base_price' ? 'basePrice' : 'variantPrice';
  return t('confirm.price', {
    what: t(name),
    from: money(from[name], from.currency),
    to: money(to[name], to.currency),
    change: changeInPercent(from[name], to[name]),
  });
}
