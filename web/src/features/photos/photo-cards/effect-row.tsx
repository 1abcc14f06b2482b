import type { Pictogram as SuggestionPictogram, Prompt } from '@keepsake/contract/films/prompts';
import { Trash2 } from 'lucide-react';
import { translated } from '../../../shared/texts/format.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { IconButton } from '../../../ui/button.tsx';
import { FieldError, fieldIds } from '../../../ui/forms/fields/field.tsx';
import { NumberStepper } from '../../../ui/forms/fields/number-stepper.tsx';
import { Pictogram } from '../../../ui/pictogram.tsx';
import type { ChosenEffect } from '../cart/cart-photo.ts';
import styles from './effect-row.module.css';
import { photoControls } from './photo-controls.ts';

interface EffectRowProps {
  photoId: string;
  /** From 0. */
  row: number;
  action: ChosenEffect;
  /** The effects of the photo's theme. */
  prompts: readonly Prompt[];
  pictograms: ReadonlyMap<string, SuggestionPictogram>;
  /** Row number by effect, for the photo's other rows. */
  taken: ReadonlyMap<string, number>;
  /** Formatted price of a further film; absent until prices are loaded. */
  filmPrice: string | undefined;
  error: string | undefined;
  onChange: (change: Partial<ChosenEffect>) => void;
  /** Absent if this is the only row. */
  onRemove: (() => void) | undefined;
}

/** One effect of a photo: its choice, the number of films and advice on suitable photos. */
export function EffectRow(props: EffectRowProps) {
  const { photoId, row, action, prompts, pictograms, filmPrice, error, onChange, onRemove } = props;
  const { t } = useTranslation('wizard');
  const chosen = prompts.find(({ id }) => id === action.promptId);
  const errorId = photoControls.effect(photoId, row);
  const { 'aria-describedby': describedBy } = fieldIds(errorId, { error });
  return (
    <fieldset className={styles.row} aria-describedby={describedBy} data-invalid={error !== undefined || undefined}>
      <legend className={styles.legend}>{t('effect.legend', { number: row + 1 })}</legend>
      {onRemove && (
        <IconButton
          label={t('effect.remove', { number: row + 1 })}
          icon={<Trash2 size={20} aria-hidden="true" />}
          className={styles.remove}
          onClick={onRemove}
        />
      )}
      <FieldError id={errorId} error={error} />
      <EffectTiles {...props} />
      {chosen && <Advice prompt={chosen} pictograms={pictograms} />}
      <NumberStepper
        label={t('effect.versions')}
        hint={filmPrice && t('effect.versionsHint', { price: filmPrice })}
        value={action.variety}
        onChange={(variety) => onChange({ variety })}
      />
    </fieldset>
  );
}

function EffectTiles({ photoId, row, action, prompts, pictograms, taken, onChange }: EffectRowProps) {
  const { t } = useTranslation('wizard');
  const firstFree = prompts.find(({ id }) => !taken.has(id));
  return (
    <div className={styles.tiles}>
      {prompts.map((prompt) => {
        const takenBy = taken.get(prompt.id);
        const icon = pictograms.get(prompt.suggestions[0] ?? '')?.icon;
        return (
          <label key={prompt.id} className={styles.tile}>
            <input
              type="radio"
              id={prompt === firstFree ? photoControls.effect(photoId, row) : undefined}
              name={`effect-${photoId}-${row}`}
              checked={action.promptId === prompt.id}
              disabled={takenBy !== undefined}
              onChange={() => onChange({ promptId: prompt.id })}
            />
            {icon && <Pictogram icon={icon} size={26} className={styles.icon} />}
            <span>
              <span>{translated(prompt.action)}</span>
              {takenBy !== undefined && <span className={styles.taken}>{t('effect.taken', { number: takenBy })}</span>}
            </span>
          </label>
        );
      })}
    </div>
  );
}

function Advice({ prompt, pictograms }: { prompt: Prompt; pictograms: ReadonlyMap<string, SuggestionPictogram> }) {
  const { t } = useTranslation('wizard');
  // The first one is the icon of the effect itself.
  const advice = prompt.suggestions.slice(1).flatMap((key) => pictograms.get(key) ?? []);
  if (advice.length === 0) return null;
  return (
    <div className={styles.advice}>
      <p>{t('effect.advice')}</p>
      <ul className={styles.suggestions}>
        {advice.map(({ key, name, icon }) => (
          <li key={key}>
            <Pictogram icon={icon} size={18} />
            <span>{translated(name)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
