import type { Action } from '@keepsake/contract/photos/content';
import { standIns } from '@keepsake/contract/photos/photo-checks';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError, fieldIds } from '../../../ui/forms/fields/field.tsx';
import { NumberStepper } from '../../../ui/forms/fields/number-stepper.tsx';
import { Pictogram } from '../../../ui/pictogram.tsx';
import type { Lack } from '../../photo-checks/photo-checks.api.ts';
import styles from './effect-tile.module.css';

interface EffectTileProps {
  id: string;
  /** In the user's language. */
  name: string;
  icon: string | undefined;
  /** The chosen effect; undefined if it is not chosen. */
  action: Action | undefined;
  /** Why a film of this photo will show a replacement; undefined if it will not. */
  lack: Lack | undefined;
  /** Says how many people will show it, if not everybody will. */
  partly: string | undefined;
  /** Whether it was pressed and needs the customer's agreement. */
  wasAsked: boolean;
  /** Whether the maximum number of effects is chosen. */
  isFull: boolean;
  error: string | undefined;
  onPress: () => void;
  /** Whether its preview is shown. */
  onShow: () => void;
  onAnswer: (isYes: boolean) => void;
  onVersions: (variety: number) => void;
}

/**
 * One effect of a photo: chosen or not, and if chosen, in how many versions. An effect that this photo cannot show says so before it is chosen, and
 * is chosen only after the customer has agreed to the replacement.
 */
export function EffectTile(props: EffectTileProps) {
  const { id, name, icon, action, lack, partly, wasAsked, isFull, error, onPress, onShow, onAnswer, onVersions } =
    props;
  const { t } = useTranslation('wizard');
  const isChosen = action !== undefined && (lack === undefined || action.agreedTo === lack);
  const asks = lack !== undefined && !isChosen && (wasAsked || action !== undefined);
  const noteId = `${id}-note`;
  const note = lack === undefined ? partly : t(`effect.as.${standIns[lack]}`);
  return (
    <li className={styles.tile} data-chosen={isChosen || undefined} data-asks={asks || undefined}>
      <button
        type="button"
        id={id}
        className={styles.choice}
        aria-pressed={isChosen}
        aria-expanded={lack !== undefined && !isChosen ? asks : undefined}
        aria-disabled={(isFull && action === undefined) || undefined}
        aria-describedby={note === undefined ? fieldIds(id, { error })['aria-describedby'] : noteId}
        onPointerEnter={onShow}
        onFocus={onShow}
        onClick={({ detail }) => {
          onShow();
          // Otherwise the second click of a double click would undo the first.
          if (detail < 2) onPress();
        }}
      >
        {icon && <Pictogram icon={icon} size={26} className={styles.icon} />}
        <span className={styles.name}>{name}</span>
        <span className={styles.box}>{isChosen && <Check size={18} strokeWidth={3} aria-hidden="true" />}</span>
      </button>
      {note !== undefined && (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      )}
      {asks && (
        <Question {...{ lack, error, onAnswer }} id={id} effect={name} takesFocus={wasAsked && action === undefined} />
      )}
      {isChosen && (
        <fieldset aria-label={name} className={styles.versions}>
          <NumberStepper label={t('effect.versions')} value={action.variety} onChange={onVersions} />
        </fieldset>
      )}
    </li>
  );
}

interface QuestionProps {
  id: string;
  effect: string;
  lack: Lack;
  error: string | undefined;
  /** Whether the effect was pressed just now, and not before the photo was checked. */
  takesFocus: boolean;
  onAnswer: (isYes: boolean) => void;
}

function Question({ id, effect, lack, error, takesFocus, onAnswer }: QuestionProps) {
  const { t } = useTranslation('wizard');
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) words.current?.focus();
  }, [takesFocus]);
  return (
    <fieldset aria-labelledby={`${id}-question`} className={styles.question}>
      <p ref={words} id={`${id}-question`} tabIndex={-1}>
        {t(`effect.instead.${lack}`, { effect })}
      </p>
      <FieldError id={id} error={error} />
      <div className={styles.answers}>
        <Button onClick={() => onAnswer(true)}>{t(`effect.yes.${standIns[lack]}`)}</Button>
        <Button variant="quiet" onClick={() => onAnswer(false)}>
          {t('effect.no')}
        </Button>
      </div>
    </fieldset>
  );
}
