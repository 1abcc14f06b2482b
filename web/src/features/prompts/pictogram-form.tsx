import {
  createPictogram,
  icon,
  type Pictogram as StoredPictogram,
  pictogram as pictogramSchema,
  updatePictogram,
} from '@keepsake/contract/films/prompts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { call, changedMeanwhile } from '../../shared/api.ts';
import { translated } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { ChangedNotice } from '../../ui/forms/changed-notice.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { toast } from '../../ui/overlays/toast-store.ts';
import { IconChoice } from './icon-choice.tsx';
import { refreshPrompts } from './prompts.api.ts';
import { fromFields, SaveDialog, toFields, TranslatedFieldGroup, translatedShape } from './form-parts.tsx';

const schema = z.object({ ...translatedShape('name', 60), icon });

/** Adds or edits a pictogram. Its key is derived from the first English name and then stays. */
export function PictogramForm({ pictogram, onClose }: { pictogram: StoredPictogram | null; onClose: () => void }) {
  const { t } = useTranslation('admin-prompts');
  const queries = useQueryClient();
  const revision = useRef(pictogram?.revision);
  const form = useContractForm(schema, {
    defaultValues: { ...toFields('name', pictogram?.name ?? null), icon: pictogram?.icon ?? '' },
    submit: async (fields) => {
      const body = { name: fromFields('name', fields), icon: fields.icon };
      if (pictogram === null) await call(createPictogram, { body });
      else
        await call(updatePictogram, {
          params: { key: pictogram.key },
          body: { ...body, revision: revision.current },
        });
      void refreshPrompts(queries);
      toast(t(pictogram === null ? 'pictograms.created' : 'pictograms.updated'));
      onClose();
    },
    handles: (error) => changedMeanwhile(error, pictogramSchema) !== null,
    failureText: (error) =>
      t('withReason', {
        what: t(pictogram === null ? 'pictograms.failedCreate' : 'pictograms.failedUpdate'),
        why: errorText(error),
      }),
  });
  return (
    <SaveDialog
      title={pictogram === null ? t('pictograms.add') : t('editOf', { name: translated(pictogram.name) })}
      form={form}
      onClose={onClose}
    >
      <ChangedNotice
        form={form}
        state={pictogramSchema}
        revision={revision}
        compare={(theirs) => [
          {
            label: t('name'),
            theirs: translated(theirs.name),
            mine: form.output ? translated(fromFields('name', form.output)) : '',
          },
          { label: t('icon'), theirs: theirs.icon, mine: form.output?.icon ?? '' },
        ]}
        onTakeTheirs={({ name, icon: taken }) => form.reset({ ...toFields('name', name), icon: taken })}
      />
      <TranslatedFieldGroup form={form} name="name" label={t('name')} />
      <IconChoice field={form.field('icon', t('icon'))} onChoose={(chosen) => form.setValue('icon', chosen)} />
    </SaveDialog>
  );
}
