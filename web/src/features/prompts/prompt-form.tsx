import { longText } from '@keepsake/contract/primitives';
import {
  type AdminPrompt,
  adminPrompt as promptSchema,
  createPrompt,
  type Prompt,
  updatePrompt,
} from '@keepsake/contract/films/prompts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { call, changedMeanwhile } from '../../shared/api.ts';
import { translated } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { ChangedNotice } from '../../ui/forms/changed-notice.tsx';
import { CheckboxField } from '../../ui/forms/fields/checkbox-field.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { TextAreaField, TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { toast } from '../../ui/overlays/toast-store.ts';
import { Pictogram } from '../../ui/pictogram.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './managers.module.css';
import { matches } from './manager-frame.tsx';
import { PromptPreview } from './prompt-preview.tsx';
import { adminPictogramsQuery, refreshPrompts } from './prompts.api.ts';
import { fromFields, SaveDialog, toFields, TranslatedFieldGroup, translatedShape } from './form-parts.tsx';

const schema = z.object({
  ...translatedShape('imageTheme', 80),
  ...translatedShape('action', 80),
  prompt: longText(5000),
  enabled: z.boolean(),
});

const newTheme = 'new';

type Fields = z.output<typeof schema>;

/** Adds or edits an effect: its theme, its name, the wording for the video service and its pictograms. */
export function PromptForm({
  prompt,
  copied,
  others,
  onClose,
}: {
  /** Null to add one. */
  prompt: AdminPrompt | null;
  /** Initial values of a new prompt. */
  copied?: AdminPrompt;
  others: readonly AdminPrompt[];
  onClose: () => void;
}) {
  const { t } = useTranslation('admin-prompts');
  const queries = useQueryClient();
  const themes = themesOf(others);
  const revision = useRef(prompt?.revision);
  const [start] = useState(() => prompt ?? (copied ? copyOf(copied, others) : null));
  const [theme, setTheme] = useState(start ? englishTheme(start) : (themes.keys().next().value ?? newTheme));
  const [chosen, setSuggestions] = useState(start?.suggestions ?? []);
  const [kept, setKept] = useState(chosen);
  const { data: pictograms } = useQuery(adminPictogramsQuery);
  // A pictogram that was deleted meanwhile could not be unticked, so it is removed here.
  const suggestions = pictograms
    ? chosen.filter((key) => pictograms.some((pictogram) => pictogram.key === key))
    : chosen;
  const form = useContractForm(schema, {
    defaultValues: fieldsOf(start, themes.get(theme)),
    submit: async (fields) => {
      const body = { ...bodyOf(fields), suggestions };
      try {
        if (prompt === null) await call(createPrompt, { body });
        else await call(updatePrompt, { params: { id: prompt.id }, body: { ...body, revision: revision.current } });
      } finally {
        // The error may be about data that somebody else has changed.
        void refreshPrompts(queries);
      }
      toast(t(prompt === null ? 'prompts.created' : 'prompts.updated'));
      onClose();
    },
    handles: (error) => changedMeanwhile(error, promptSchema) !== null,
    failureText: (error) =>
      t('withReason', {
        what: t(prompt === null ? 'prompts.failedCreate' : 'prompts.failedUpdate'),
        why: errorText(error),
      }),
  });

  function chooseTheme(name: string): void {
    setTheme(name);
    const fields = toFields('imageTheme', themes.get(name) ?? null);
    for (const [field, value] of Object.entries(fields)) form.setValue(field as keyof typeof fields, value);
  }

  function show(to: AdminPrompt): void {
    setTheme(englishTheme(to));
    setSuggestions(to.suggestions);
    setKept(to.suggestions);
    form.reset(fieldsOf(to, to.imageTheme));
  }

  const action = fromFields('action', form.getValues());
  return (
    <SaveDialog
      title={
        prompt === null ? t(copied ? 'prompts.copy' : 'prompts.add') : t('editOf', { name: translated(prompt.action) })
      }
      form={form}
      isChanged={form.isChanged || chosen.join() !== kept.join()}
      onClose={onClose}
    >
      <ChangedNotice
        form={form}
        state={promptSchema}
        revision={revision}
        compare={(theirs) => compare(t, theirs, form.output && { ...bodyOf(form.output), suggestions })}
        onTakeTheirs={show}
      />
      <SelectField
        label={t('theme')}
        value={theme}
        onChange={({ target }) => chooseTheme(target.value)}
        options={[
          ...[...themes].map(([name, text]) => ({ value: name, label: translated(text) })),
          { value: newTheme, label: t('newTheme') },
        ]}
      />
      {theme === newTheme && <TranslatedFieldGroup form={form} name="imageTheme" label={t('theme')} />}
      <TranslatedFieldGroup form={form} name="action" label={t('action')} />
      {prompt?.effect === 'unknown' && action.en === prompt.action.en && (
        <p className={styles.hint}>{t('unknownEffect')}</p>
      )}
      <TextAreaField {...form.field('prompt', t('prompt'))} lang="en" rows={5} hint={t('promptHint')} />
      <CheckboxField {...form.field('enabled', t('offered'))} hint={t('offeredHint')} />
      <SuggestionChoice chosen={suggestions} onChange={setSuggestions} />
      <PromptPreview
        imageTheme={fromFields('imageTheme', form.getValues())}
        action={action}
        suggestions={suggestions}
      />
    </SaveDialog>
  );
}

function fieldsOf(prompt: AdminPrompt | null, theme: AdminPrompt['imageTheme'] | undefined): Fields {
  return {
    ...toFields('imageTheme', theme ?? null),
    ...toFields('action', prompt?.action ?? null),
    prompt: prompt?.prompt ?? '',
    enabled: prompt?.enabled ?? true,
  };
}

function bodyOf(fields: Fields) {
  return {
    imageTheme: fromFields('imageTheme', fields),
    action: fromFields('action', fields),
    prompt: fields.prompt,
    enabled: fields.enabled,
  };
}

const longestName = 80;

/** The same with a name that is free within its theme: "Smile (2)". */
function copyOf(prompt: AdminPrompt, others: readonly AdminPrompt[]): AdminPrompt {
  const taken = new Set(
    others.filter((other) => englishTheme(other) === englishTheme(prompt)).map(({ action }) => action.en.toLowerCase()),
  );
  const numbered = (name: string, number: number) => {
    const end = ` (${number})`;
    return [...name].slice(0, longestName - end.length).join('') + end;
  };
  let number = 2;
  while (taken.has(numbered(prompt.action.en, number).toLowerCase())) number += 1;
  const names = Object.entries(prompt.action).filter(([, name]) => name !== '');
  const action = Object.fromEntries(names.map(([language, name]) => [language, numbered(name, number)]));
  return { ...prompt, action: { en: numbered(prompt.action.en, number), ...action } };
}

function compare(
  t: Translate<'admin-prompts'>,
  theirs: AdminPrompt,
  mine: Pick<AdminPrompt, 'imageTheme' | 'action' | 'prompt' | 'suggestions' | 'enabled'> | null,
) {
  const yesOrNo = (value: boolean) => t(value ? 'yes' : 'no');
  const all = (text: AdminPrompt['imageTheme']) => (typeof text === 'string' ? text : Object.values(text).join(' / '));
  return [
    { label: t('theme'), theirs: all(theirs.imageTheme), mine: mine ? all(mine.imageTheme) : '' },
    { label: t('action'), theirs: all(theirs.action), mine: mine ? all(mine.action) : '' },
    { label: t('prompt'), theirs: theirs.prompt, mine: mine?.prompt ?? '' },
    { label: t('offered'), theirs: yesOrNo(theirs.enabled), mine: mine ? yesOrNo(mine.enabled) : '' },
    { label: t('suggestions'), theirs: theirs.suggestions.join(', '), mine: mine?.suggestions.join(', ') ?? '' },
  ];
}

/** A theme's key: its English name. */
export function englishTheme({ imageTheme }: Pick<Prompt, 'imageTheme'>): string {
  return typeof imageTheme === 'string' ? imageTheme : imageTheme.en;
}

/** Existing themes by English name, with the texts of their first prompt. */
function themesOf(prompts: readonly Prompt[]): Map<string, Prompt['imageTheme']> {
  const themes = new Map<string, Prompt['imageTheme']>();
  for (const prompt of prompts)
    if (!themes.has(englishTheme(prompt))) themes.set(englishTheme(prompt), prompt.imageTheme);
  return themes;
}

/** Number of pictograms shown before a search. */
const fewPictograms = 8;

/** Chooses the pictograms of an effect; the chosen ones stay visible during a search. */
function SuggestionChoice({ chosen, onChange }: { chosen: readonly string[]; onChange: (chosen: string[]) => void }) {
  const { t } = useTranslation('admin-prompts');
  const { data = [] } = useQuery(adminPictogramsQuery);
  const [typed, setTyped] = useState('');
  const shown = data.filter(({ key, name }) => chosen.includes(key) || matches(typed, [key, name]));
  return (
    <fieldset className={styles.choice}>
      <legend>{t('suggestions')}</legend>
      {data.length > fewPictograms && (
        <TextField
          type="search"
          label={t('pictograms.search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className={styles.boxes}>
        {shown.map(({ key, name, icon }) => (
          <CheckboxField
            key={key}
            label={
              <span className={styles.boxLabel}>
                <Pictogram icon={icon} size={20} />
                <Text> {translated(name)}</Text>
              </span>
            }
            checked={chosen.includes(key)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, key] : chosen.filter((other) => other !== key))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
