import type { Reply } from '@keepsake/contract/endpoint';
import { type getPricing, pricing, type Pricing, setPricing } from '@keepsake/contract/orders/pricing';
import { currencies } from '@keepsake/contract/primitives';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, call, changedMeanwhile } from '../../shared/api.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SavedNotice } from '../../ui/feedback/outcome-notices.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { type ChangedField, ChangedNotice } from '../../ui/forms/changed-notice.tsx';
import { Form, FormActions, FormRow } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Card } from '../../ui/layout/page.tsx';
import { DiscountEditor, type DiscountKind } from './discount-editor.tsx';
import { type DiscountLevel, levelsOf, problemsOf, toDiscounts } from './discount-levels.ts';
import { pricingStateQuery } from './pricing.api.ts';

const kinds = ['volumeDiscounts', 'variantDiscounts', 'packageDiscounts'] as const satisfies DiscountKind[];

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
  const areLevelsChanged = kinds.some((kind) => JSON.stringify(levels[kind]) !== JSON.stringify(kept[kind]));
  const [outcome, setOutcome] = useState<{ warnings: readonly string[] } | null>(null);
  const isWrong = kinds.some((kind) => problemsOf(levels[kind]).size > 0);
  const mine = (output: z.output<typeof prices>): Pricing => ({ ...output, ...discountsOf(levels) });
  const form = useContractForm(prices, {
    defaultValues: state.data,
    submit: async (output) => {
      setOutcome(null);
      if (isWrong) return;
      const saved = await call(setPricing, { body: { ...mine(output), revision: revision.current } });
      revision.current = saved.revision;
      show(saved.data);
      setOutcome(saved);
    },
    handles: (error) => changedMeanwhile(error, pricing) !== null,
    failureText: (error) => t('failedUpdate', { reason: reasonOf(error) }),
  });

  // The next attempt is about other prices.
  const isSaved = outcome !== null && form.attempt === 0 && !isWrong;

  function show(to: Pricing): void {
    setLevels(levelsOfAll(to));
    setKept(levelsOfAll(to));
    form.reset(to);
    queries.setQueryData(pricingStateQuery.queryKey, { data: to, revision: revision.current });
    void queries.invalidateQueries({ queryKey: ['pricing'] });
  }

  return (
    <Card>
      <Form form={form} label={t('form')} unsaved={form.isChanged || areLevelsChanged}>
        <ChangedNotice
          form={form}
          state={pricing}
          revision={revision}
          compare={(theirs) => compare(t, theirs, { ...form.getValues(), ...discountsOf(levels) })}
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
        {kinds.map((kind) => (
          <DiscountEditor
            key={kind}
            kind={kind}
            levels={levels[kind]}
            onChange={(changed) => setLevels({ ...levels, [kind]: changed })}
          />
        ))}
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

function compare(t: Translate<'admin-pricing'>, theirs: Pricing, mine: Pricing): ChangedField[] {
  const inWords = (value: Pricing[keyof Pricing]) =>
    typeof value === 'object'
      ? levelsOf(value)
          .map(({ threshold, percent }) => t('level', { threshold, percent }))
          .join(', ')
      : String(value);
  const both = (label: string, name: keyof Pricing) => ({
    label,
    theirs: inWords(theirs[name]),
    mine: inWords(mine[name]),
  });
  return [
    ...(['basePrice', 'variantPrice', 'currency'] as const).map((name) => both(t(name), name)),
    ...kinds.map((kind) => both(t(`${kind}.title`), kind)),
  ];
}

/** Uses the server's message for field errors, which have no text here. */
function reasonOf(error: unknown): string {
  const said = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
  return said ?? errorText(error);
}
