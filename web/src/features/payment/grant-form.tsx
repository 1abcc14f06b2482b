import { grantFilms, type Order, type OrderEffect } from '@keepsake/contract/ledger';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { translated } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../ui/text-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { SettledFilms } from './settled-films.tsx';

/** Has further films of an effect made that the set has already, free of charge. */
export function GrantForm({ order, onDone }: { order: Order; onDone: (after: Order) => void }) {
  const { t } = useTranslation('admin-ledger');
  // Of one dialog: sent twice, it is granted once.
  const [key] = useState(() => crypto.randomUUID());
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
    submit: async (body) => onDone((await call(grantFilms, { params: { id: order.id }, body })).order),
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

function nameOf({ contentId, promptId }: OrderEffect): string {
  return `${contentId} ${promptId}`;
}
