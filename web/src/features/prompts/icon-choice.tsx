import { completeIcon } from '@keepsake/contract/complete-icon';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import type { FieldProps } from '../../ui/forms/use-contract-form.ts';
import { Pictogram } from '../../ui/pictogram.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './managers.module.css';
import { iconsQuery } from './prompts.api.ts';

/** Longer lists of suggestions help nobody. */
const mostSuggestions = 40;
const none = { drawings: [] as string[], classNames: [] as string[] };

/** The icon of a pictogram: typed, with what there is suggested, or one of the drawings; and how it looks. */
export function IconChoice({ field, onChoose }: { field: FieldProps; onChoose: (icon: string) => void }) {
  const { t } = useTranslation('admin-prompts');
  const { data = none } = useQuery(iconsQuery);
  const listId = useId();
  const typed = (field.value ?? '').trim();
  const icon = completeIcon(typed);
  const all = [...data.drawings, ...data.classNames];
  const suggested = all.filter((one) => one.includes(typed)).slice(0, mostSuggestions);
  const isKnown = icon.startsWith('fa-') ? data.classNames.length > 0 : data.drawings.length > 0;
  return (
    <>
      <TextField {...field} hint={t('iconHint')} spellCheck={false} autoComplete="off" list={listId} />
      <datalist id={listId}>
        {suggested.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      <p className={styles.iconPreview}>
        <Text>{t('preview')} </Text>
        {icon !== '' && isKnown && !all.includes(icon) ? (
          <Text>{t('noPreview')}</Text>
        ) : (
          <Pictogram icon={icon} size={40} />
        )}
      </p>
      {data.drawings.length > 0 && (
        <fieldset className={styles.choice}>
          <legend>{t('drawings')}</legend>
          <ul className={styles.drawings}>
            {data.drawings.map((drawing) => (
              <li key={drawing}>
                <button
                  type="button"
                  className={styles.drawing}
                  aria-pressed={drawing === icon}
                  onClick={() => onChoose(drawing)}
                >
                  <Pictogram icon={drawing} size={28} />
                  <span>{nameOf(drawing)}</span>
                </button>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </>
  );
}

function nameOf(drawing: string): string {
  return drawing.replace(/^.*\/|\.svg$/g, '');
}
