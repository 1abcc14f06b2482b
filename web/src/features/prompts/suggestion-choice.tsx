import { useQuery } from '@tanstack/react-query';
import { translated } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Pictogram } from '../../ui/pictogram.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './managers.module.css';
import { adminPictogramsQuery } from './prompts.api.ts';

/** Which pictograms advise on an effect. */
export function SuggestionChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { t } = useTranslation('admin-prompts');
  const { data = [] } = useQuery(adminPictogramsQuery);
  return (
    <fieldset className={styles.choice}>
      <legend>{t('suggestions')}</legend>
      <div className={styles.boxes}>
        {data.map(({ key, name, icon }) => (
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
