import type { Reply } from '@keepsake/contract/endpoint';
import { videoAbilities } from '@keepsake/contract/films/video-abilities';
import { getVideoConfig, serviceProviders, setVideoConfig, videoConfig } from '@keepsake/contract/films/videos';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, changedMeanwhile } from '../../../../shared/api.ts';
import { errorText } from '../../../../shared/texts/i18n.ts';
import type { Translate } from '../../../../shared/texts/text-keys.ts';
import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import { Button } from '../../../../ui/button.tsx';
import { SavedNotice } from '../../../../ui/feedback/outcome-notices.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { ChangedNotice } from '../../../../ui/forms/changed-notice.tsx';
import { CheckboxField } from '../../../../ui/forms/fields/checkbox-field.tsx';
import { SelectField } from '../../../../ui/forms/fields/select-field.tsx';
import { TextField } from '../../../../ui/forms/fields/text-field.tsx';
import { Form, FormActions, FormRow } from '../../../../ui/forms/form.tsx';
import { useContractForm } from '../../../../ui/forms/use-contract-form.ts';
import { Card } from '../../../../ui/layout/page.tsx';
import type { FilmConfig } from '../../films.api.ts';
import { ConfigTest } from './config-test.tsx';
import styles from './film-settings.module.css';
import { fitToAbilities } from './fit-to-abilities.ts';

/** The film settings, fetched each time the form is opened. */
const filmConfigQuery = queryOptions({
  queryKey: ['admin', 'film-config'],
  queryFn: ({ signal }) => call(getVideoConfig, { signal }),
  staleTime: 0,
  gcTime: 0,
});

export function FilmSettings() {
  const { t } = useTranslation('admin-config');
  const query = useQuery(filmConfigQuery);
  return (
    <QueryView query={query} failureText={(error) => t('failedLoad', { reason: errorText(error) })}>
      {(state) => <FilmSettingsForm state={state} />}
    </QueryView>
  );
}

type State = Reply<typeof getVideoConfig>;

/** Changes the settings for future films; films in production keep theirs. */
function FilmSettingsForm({ state }: { state: State }) {
  const { t } = useTranslation('admin-config');
  const queries = useQueryClient();
  const revision = useRef(state.revision);
  const [isSaved, setIsSaved] = useState(false);
  const form = useContractForm(videoConfig, {
    defaultValues: state.config,
    submit: async (config) => {
      setIsSaved(false);
      const saved = await call(setVideoConfig, { body: { ...config, revision: revision.current } });
      revision.current = saved.revision;
      show(saved.config);
      setIsSaved(true);
    },
    handles: (error) => changedMeanwhile(error, videoConfig) !== null,
    failureText: (error) => t('failedUpdate', { reason: errorText(error) }),
  });
  const provider = form.getValues().serviceProvider;
  const abilities = videoAbilities[provider];

  function show(to: FilmConfig): void {
    form.reset(to);
    queries.setQueryData(filmConfigQuery.queryKey, { ...state, config: to, revision: revision.current });
  }

  /** An API key must not be sent to another service, so each service has its own URL: its default, or the one saved with it. */
  function addressOf(name: FilmConfig['serviceProvider']): string {
    const { serviceProvider, serviceProviderUrl } = state.config;
    return name === serviceProvider ? serviceProviderUrl : (state.addresses[name] ?? serviceProviderUrl);
  }

  function changeProvider(name: string): void {
    const chosen = fitToAbilities({ ...form.getValues(), serviceProvider: name as FilmConfig['serviceProvider'] });
    form.setValue('serviceProviderUrl', addressOf(chosen.serviceProvider));
    for (const key of ['serviceProvider', 'model', 'duration', 'aspect_ratio', 'resolution'] as const)
      form.setValue(key, chosen[key]);
  }

  return (
    <Card>
      <Form form={form} label={t('video.title')} unsaved={form.isChanged}>
        <ChangedNotice
          form={form}
          state={videoConfig}
          revision={revision}
          compare={(theirs) => compare(t, theirs, form.output ?? state.config)}
          onTakeTheirs={show}
        />
        <SelectField
          {...form.field('serviceProvider', t('video.serviceProvider'))}
          onChange={({ target }) => changeProvider(target.value)}
          options={serviceProviders.map((value) => ({ value, label: t(`video.providers.${value}`) }))}
        />
        <ProviderLacks provider={provider} />
        <TextField
          {...form.field('serviceProviderUrl', t('video.serviceProviderUrl'))}
          type="url"
          hint={t('video.serviceProviderUrlHint')}
        />
        <FormRow>
          <SelectField {...form.field('model', t('video.model'))} options={optionsOf(t, abilities.model)} />
          <SelectField {...form.field('duration', t('video.duration'))} options={optionsOf(t, abilities.duration)} />
        </FormRow>
        <FormRow>
          <SelectField
            {...form.field('aspect_ratio', t('video.aspect_ratio'))}
            options={optionsOf(t, abilities.aspect_ratio)}
          />
          <SelectField
            {...form.field('resolution', t('video.resolution'))}
            options={optionsOf(t, abilities.resolution)}
          />
        </FormRow>
        <CheckboxField {...form.field('loop', t('video.loop'))} />
        {isSaved && form.attempt === 0 && <SavedNotice>{t('updated')}</SavedNotice>}
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t('save')}
          </Button>
        </FormActions>
      </Form>
      <ConfigTest config={form.output} />
    </Card>
  );
}

function optionsOf(t: Translate<'admin-config'>, values: readonly (string | number)[]) {
  return values.map((value) => ({ value: String(value), label: inWords(t, value) }));
}

function inWords(t: Translate<'admin-config'>, value: string | number | boolean): string {
  if (value === 'default' || value === -1) return t('video.default');
  if (typeof value === 'number') return t('video.seconds', { seconds: value });
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  return value;
}

function compare(t: Translate<'admin-config'>, theirs: FilmConfig, mine: FilmConfig) {
  return (Object.keys(videoConfig.shape) as (keyof FilmConfig)[]).map((name) => ({
    label: t(`video.${name}`),
    theirs: inWords(t, theirs[name]),
    mine: inWords(t, mine[name]),
  }));
}

/** Features that the selected service lacks, and the consequences for orders. */
function ProviderLacks({ provider }: { provider: FilmConfig['serviceProvider'] }) {
  const { t } = useTranslation('admin-config');
  const abilities = videoAbilities[provider];
  const lacking = (['callbacks', 'list', 'remove'] as const).filter((ability) => !abilities[ability]);
  // The embedded renderer runs in this product and needs none of them.
  if (lacking.length === 0 || provider === 'embedded') return null;
  return (
    <div className={styles.lacks}>
      <p>{t('video.lacks.title')}</p>
      <ul>
        {lacking.map((ability) => (
          <li key={ability}>{t(`video.lacks.${ability}`)}</li>
        ))}
      </ul>
    </div>
  );
}
