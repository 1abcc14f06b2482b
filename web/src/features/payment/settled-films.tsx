import type { Order } from '@keepsake/contract/ledger';
import { dateTime } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';

/** Which owed films of the set are made good by it. */
export function SettledFilms({
  owed,
  chosen,
  onChange,
}: {
  owed: Order['owed'];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const { t } = useTranslation('admin-ledger');
  if (owed.length === 0) return null;
  return (
    <fieldset>
      <legend>{t('settles')}</legend>
      {owed.map(({ id, owedAt }, at) => (
        <CheckboxField
          key={id}
          label={t('settlesFilm', { number: at + 1, at: dateTime(owedAt) })}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(owed.map((film) => film.id).filter((one) => (one === id ? target.checked : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}
