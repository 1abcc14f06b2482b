import type { Reply } from '@keepsake/contract/endpoint';
import {
  type getPricing,
  type PriceListEntry,
  pricing,
  type Pricing,
  type PriceRisk,
  setPricing,
} from '@keepsake/contract/orders/pricing';
import { currencies } from '@keepsake/contract/primitives';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, call, changedMeanwhile } from '../../shared/api.ts';
import { dateTime } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SavedNotice } from '../../ui/feedback/outcome-notices.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { ChangedNotice } from '../../ui/forms/changed-notice.tsx';
import { Form, FormActions, FormRow } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { askToDiscard } from '../../ui/forms/unsaved.ts';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Card } from '../../ui/layout/page.tsx';
import { ConfirmPrices, type Unconfirmed, unconfirmedIn } from './confirm-prices.tsx';
import { DiscountEditor, type DiscountKind } from './discount-editor.tsx';
import { type DiscountLevel, levelsOf, problemsOf, toDiscounts } from './discount-levels.ts';
import { PriceHistory, priceHistoryQuery } from './price-history.tsx';
import { PriceSamples } from './price-samples.tsx';
import styles from './pricing-tab.module.css';
import { pricingStateQuery } from './pricing.api.ts';
import { comparePrices, discountKinds } from './pricing-words.ts';

const { basePrice, variantPrice, currency } = pricing.shape;

const prices = z.object({ basePrice, variantPrice, currency });

export function Component() {
  const { t } = useTranslation('admin-pricing');
  const query = useQuery(pricingStateQuery);
  return (
    <QueryView query={query} failureText={(error) => t('failedLoad', { reason: errorText(error) })}>
      {(state) => <PricingForm state={state} />}
    </QueryView>
  );
}

type State = Reply<typeof getPricing>;

type Levels = Record<DiscountKind, DiscountLevel[]>;

/** The current prices. Changes apply at once to orders that have not gone to the payment page. */
function PricingForm({ state }: { state: State }) {
  const { t } = useTranslation('admin-pricing');
  const queries = useQueryClient();
  const revision = useRef(state.revision);
  const [levels, setLevels] = useState(() => levelsOfAll(state.data));
  const [kept, setKept] = useState(levels);
  const areLevelsChanged = discountKinds.some((kind) => JSON.stringify(levels[kind]) !== JSON.stringify(kept[kind]));
  const [outcome, setOutcome] = useState<{ warnings: readonly string[] } | null>(null);
  const [asked, setAsked] = useState<{ about: Unconfirmed; prices: Pricing } | null>(null);
  const confirmed = useRef<PriceRisk[]>([]);
  const [restored, setRestored] = useState<PriceListEntry | null>(null);
  const isWrong = discountKinds.some((kind) => problemsOf(levels[kind]).size > 0);
  const mine = (output: z.output<typeof prices>): Pricing => ({ ...output, ...discountsOf(levels) });
  const form = useContractForm(prices, {
    defaultValues: state.data,
    submit: async (output) => {
      setOutcome(null);
      if (isWrong) return;
      const confirm = confirmed.current;
      confirmed.current = [];
      try {
        const saved = await call(setPricing, { body: { ...mine(output), revision: revision.current, confirm } });
        revision.current = saved.revision;
        show(saved.data);
        setOutcome(saved);
      } catch (error) {
        const about = unconfirmedIn(error);
        if (about === null) throw error;
        setAsked({ about, prices: mine(output) });
      }
    },
    handles: (error) => changedMeanwhile(error, pricing) !== null,
    failureText: (error) => t('failedUpdate', { reason: reasonOf(error) }),
  });

  // The next attempt is about different prices.
  const isSaved = outcome !== null && form.attempt === 0 && !isWrong;

  function confirm(risks: PriceRisk[]): void {
    setAsked(null);
    confirmed.current = risks;
    void form.submit();
  }

  /** Copies earlier prices to the form; they apply once they are saved. */
  function restore(entry: PriceListEntry): void {
    for (const name of ['basePrice', 'variantPrice', 'currency'] as const) form.setValue(name, entry.prices[name]);
    setLevels(levelsOfAll(entry.prices));
    setOutcome(null);
    setRestored(entry);
  }

  function show(to: Pricing): void {
    setRestored(null);
    setLevels(levelsOfAll(to));
    setKept(levelsOfAll(to));
    form.reset(to);
    queries.setQueryData(pricingStateQuery.queryKey, { data: to, revision: revision.current });
    void queries.invalidateQueries({ queryKey: ['pricing'] });
    void queries.invalidateQueries({ queryKey: priceHistoryQuery.queryKey });
    void queries.invalidateQueries({ queryKey: ['admin', 'price-samples'] });
  }

  const isUnsaved = form.isChanged || areLevelsChanged;
  return (
    <>
      <Card className={styles.card}>
        <Form form={form} label={t('form')} unsaved={isUnsaved}>
          {restored && <RestoredNotice key={restored.revision} at={restored.at} />}
          <ChangedNotice
            form={form}
            state={pricing}
            revision={revision}
            compare={(theirs) => comparePrices(t, theirs, { ...theirs, ...form.output, ...discountsOf(levels) })}
            onTakeTheirs={show}
          />
          <FormRow>
            <TextField {...form.field('basePrice', t('basePrice'))} inputMode="decimal" hint={t('basePriceHint')} />
            <TextField
              {...form.field('variantPrice', t('variantPrice'))}
              inputMode="decimal"
              hint={t('variantPriceHint')}
            />
          </FormRow>
          <SelectField
            {...form.field('currency', t('currency'))}
            hint={t('currencyHint')}
            options={currencies.map((value) => ({ value, label: value }))}
          />
          {discountKinds.map((kind) => (
            <DiscountEditor
              key={kind}
              kind={kind}
              levels={levels[kind]}
              onChange={(changed) => setLevels({ ...levels, [kind]: changed })}
            />
          ))}
          <PriceSamples prices={form.output && !isWrong ? mine(form.output) : null} />
          {isSaved && outcome.warnings.includes('below_card_minimum') && (
            <Notice tone="warn">
              <p>{t('belowCardMinimum')}</p>
            </Notice>
          )}
          {isSaved && <SavedNotice>{t('updated')}</SavedNotice>}
          <FormActions>
            <Button type="submit" busy={form.busy} disabled={isWrong}>
              {t('save')}
            </Button>
          </FormActions>
        </Form>
      </Card>
      <PriceHistory
        disabled={form.busy}
        onRestore={(entry) => (isUnsaved ? askToDiscard(() => restore(entry)) : restore(entry))}
      />
      {asked && (
        <ConfirmPrices asked={asked.about} prices={asked.prices} onConfirm={confirm} onCancel={() => setAsked(null)} />
      )}
    </>
  );
}

/** Says whose prices the form shows, and scrolls it into view. */
function RestoredNotice({ at }: { at: string }) {
  const { t } = useTranslation('admin-pricing');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="neutral">
        <p>{t('history.restored', { date: dateTime(at) })}</p>
      </Notice>
    </div>
  );
}

function levelsOfAll(data: Pricing): Levels {
  return {
    volumeDiscounts: levelsOf(data.volumeDiscounts),
    variantDiscounts: levelsOf(data.variantDiscounts),
    packageDiscounts: levelsOf(data.packageDiscounts),
  };
}

function discountsOf(levels: Levels) {
  return {
    volumeDiscounts: toDiscounts(levels.volumeDiscounts),
    variantDiscounts: toDiscounts(levels.variantDiscounts),
    packageDiscounts: toDiscounts(levels.packageDiscounts),
  };
}

/** Uses the server's message for field errors, which have no text here. */
function reasonOf(error: unknown): string {
  const said = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
  return said ?? errorText(error);
}
