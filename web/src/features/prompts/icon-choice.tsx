import { completeIcon } from '@keepsake/contract/films/icons';
import { useQuery } from '@tanstack/react-query';
import { use, useDeferredValue, useId, useState } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { FormIsSent } from '../../ui/forms/form-is-sent.ts';
import type { FieldProps } from '../../ui/forms/use-contract-form.ts';
import { Pictogram } from '../../ui/pictogram.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './icon-choice.module.css';
import { matches } from './manager-frame.tsx';
import { iconsQuery } from './prompts.api.ts';

/** Limited, because each picture is a request. */
const picturesAtOnce = 60;
const none = { drawings: [] as string[], classNames: [] as string[], keywords: {} as Record<string, string> };

interface Picture {
  icon: string;
  name: string;
  /** English search words. */
  words: string;
}

/** The icon of a pictogram: chosen from searchable pictures, or typed. */
export function IconChoice({ field, onChoose }: { field: FieldProps; onChoose: (icon: string) => void }) {
  const { t } = useTranslation('admin-prompts');
  const { data = none } = useQuery(iconsQuery);
  const icon = completeIcon((field.value ?? '').trim());
  const known: readonly string[] = icon.startsWith('fa-') ? data.classNames : data.drawings;
  return (
    <>
      <TextField {...field} hint={t('iconHint')} spellCheck={false} autoComplete="off" />
      <p className={styles.preview}>
        <Text>{t('preview')} </Text>
        {icon !== '' && known.length > 0 && !known.includes(icon) ? (
          <Text>{t('noPreview')}</Text>
        ) : (
          <Pictogram icon={icon} size={40} />
        )}
      </p>
      <Pictures pictures={picturesOf(data)} chosen={icon} onChoose={onChoose} />
    </>
  );
}

function Pictures({
  pictures,
  chosen,
  onChoose,
}: {
  pictures: readonly Picture[];
  chosen: string;
  onChoose: (icon: string) => void;
}) {
  const { t } = useTranslation('admin-prompts');
  const group = useId();
  const isSent = use(FormIsSent);
  const [typed, setTyped] = useState('');
  const [most, setMost] = useState(picturesAtOnce);
  const searched = useDeferredValue(typed);
  if (pictures.length === 0) return null;
  const found = pictures
    .filter(({ name, words }) => matches(searched, [name, words]))
    .toSorted((one, other) => Number(matches(searched, [other.name])) - Number(matches(searched, [one.name])));
  const shown = found.slice(0, most);
  return (
    <fieldset className={styles.pictures}>
      <legend>{t('pictures.title')}</legend>
      <TextField
        type="search"
        label={t('pictures.search')}
        hint={t('pictures.searchHint')}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setMost(picturesAtOnce);
        }}
        // Otherwise Enter would save the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <output className={styles.count}>
        {found.length === 0 ? t('nothingFound') : t('pictures.shown', { shown: shown.length, total: found.length })}
      </output>
      <div className={styles.grid} lang="en">
        {shown.map(({ icon, name }) => (
          <label key={icon} className={styles.picture}>
            <input
              type="radio"
              name={group}
              checked={icon === chosen}
              aria-disabled={isSent || undefined}
              onChange={() => onChoose(icon)}
            />
            <Pictogram icon={icon} size={28} />
            <span>{name}</span>
          </label>
        ))}
      </div>
      {shown.length < found.length && (
        <div>
          <Button variant="secondary" onClick={() => setMost(most + picturesAtOnce)}>
            {t('pictures.more')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The drawings, then the icons by their newest names. */
function picturesOf({ drawings, classNames, keywords }: typeof none): Picture[] {
  const named = Object.keys(keywords);
  return [...drawings, ...(named.length > 0 ? named : classNames)].map((icon) => ({
    icon,
    name: icon.replaceAll(/^.*\/|\.svg$|^fa-/g, '').replaceAll(/[-_]/g, ' '),
    words: `${icon} ${keywords[icon] ?? ''}`,
  }));
}
