import type { Prompt } from '@keepsake/contract/films/prompts';
import { limits } from '@keepsake/contract/limits';
import { type PhotoCheck, standIns } from '@keepsake/contract/photos/photo-checks';
import { useState } from 'react';
import { currentLanguage, translated } from '../../../shared/texts/format.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { FieldError, fieldIds } from '../../../ui/forms/fields/field.tsx';
import { SelectField } from '../../../ui/forms/fields/select-field.tsx';
import { Pictogram } from '../../../ui/pictogram.tsx';
import { whoShows } from '../../photo-checks/who-shows.ts';
import { chooseEffect, chooseTheme, dropEffect, setVersions } from '../cart/cart-edits.ts';
import type { CartPhoto } from '../cart/cart-photo.ts';
import { type Offer, promptsOf, promptsOfTheme, themesOf } from './effect-choices.ts';
import { EffectTile } from './effect-tile.tsx';
import { focusControl, photoControls } from './photo-controls.ts';
import styles from './photo-effects.module.css';
import { showEffect } from './shown-effect.ts';

interface PhotoEffectsProps {
  photo: CartPhoto;
  offer: Offer;
  /** The replacements in films of this photo, by prompt. */
  instead: PhotoCheck['instead'];
  /** The findings about it; undefined if there are none. */
  check: PhotoCheck | undefined;
  /** The photo is not checked yet, so `instead` may grow. */
  isWaiting: boolean;
  errors: ReadonlyMap<string, string>;
}

/** The photo's theme, and a tile for each of its effects. */
export function PhotoEffects({ photo, offer, instead, check, isWaiting, errors }: PhotoEffectsProps) {
  const { t } = useTranslation('wizard');
  const { id, imageTheme } = photo;
  const themes = themesOf(offer.prompts, currentLanguage());
  return (
    <>
      <SelectField
        id={photoControls.theme(id)}
        label={t('photo.theme')}
        options={[
          { value: '', label: t('photo.chooseTheme') },
          ...themes.map(({ key, label }) => ({ value: key, label })),
        ]}
        value={imageTheme ?? ''}
        error={errors.get(photoControls.theme(id))}
        onChange={(event) => chooseTheme(id, event.target.value)}
      />
      {imageTheme === null ? (
        <p className={styles.hint}>{t('effect.needsTheme')}</p>
      ) : (
        <EffectTiles key={imageTheme} {...{ photo, offer, instead, check, isWaiting, errors }} />
      )}
    </>
  );
}

function EffectTiles({ photo, offer, instead, check, isWaiting, errors }: PhotoEffectsProps) {
  const { t } = useTranslation('wizard');
  /** The pressed effect that needs the customer's agreement. */
  const [asked, setAsked] = useState<string | null>(null);
  const { id, actions, imageTheme } = photo;
  const groupId = photoControls.effects(id);
  const error = errors.get(groupId);
  const prompts = promptsOfTheme(offer.prompts, imageTheme);
  const isFull = actions.length >= limits.actionsPerPhoto;
  const standInsOfAll = new Set(prompts.map((prompt) => standInOf(instead[prompt.id])));
  const movesPictureOnly = standInsOfAll.size === 1 && standInsOfAll.has('picture');
  const { 'aria-describedby': describedBy } = fieldIds(groupId, { error });

  function press({ id: promptId }: Prompt): void {
    const isTaken = actions.some((action) => action.promptId === promptId);
    if (isTaken) dropEffect(id, promptId);
    else if (isFull) return;
    else if (instead[promptId] === undefined) chooseEffect(id, promptId, undefined);
    else return setAsked(asked === promptId ? null : promptId);
    setAsked(null);
  }

  function answer({ id: promptId }: Prompt, isYes: boolean): void {
    if (isYes) chooseEffect(id, promptId, instead[promptId]);
    else dropEffect(id, promptId);
    setAsked(null);
    focusControl(photoControls.effect(id, promptId));
  }

  return (
    <fieldset
      id={groupId}
      tabIndex={-1}
      className={styles.effects}
      aria-describedby={describedBy}
      data-invalid={error !== undefined || undefined}
    >
      <legend className={styles.legend}>{t('effect.heading')}</legend>
      <FieldError id={groupId} error={error} />
      {isWaiting && <p className={styles.hint}>{t('effect.looking')}</p>}
      {movesPictureOnly && <p className={styles.hint}>{t('effect.pictureOnly')}</p>}
      <ul className={styles.tiles}>
        {prompts.map((prompt) => (
          <EffectTile
            key={prompt.id}
            id={photoControls.effect(id, prompt.id)}
            name={translated(prompt.action)}
            icon={offer.pictograms.get(prompt.suggestions[0] ?? '')?.icon}
            action={actions.find(({ promptId }) => promptId === prompt.id)}
            lack={instead[prompt.id]}
            partly={partOf(check, prompt.id)}
            wasAsked={asked === prompt.id}
            isFull={isFull}
            error={errors.get(photoControls.effect(id, prompt.id))}
            onPress={() => press(prompt)}
            onShow={() => showEffect(id, prompt.id)}
            onAnswer={(isYes) => answer(prompt, isYes)}
            onVersions={(variety) => setVersions(id, prompt.id, variety)}
          />
        ))}
      </ul>
      {isFull && <p className={styles.hint}>{t('effect.tooMany', { max: limits.actionsPerPhoto })}</p>}
      {offer.filmPrice && <p className={styles.hint}>{t('effect.priceHint', { price: offer.filmPrice })}</p>}
      <WorksBest {...{ photo, offer, instead }} />
    </fieldset>
  );
}

/** How many people will show an effect, if not everybody will. */
function partOf(check: PhotoCheck | undefined, promptId: string): string | undefined {
  const shown = check?.partly[promptId];
  return shown && whoShows({ ...shown, total: check.faces });
}

function standInOf(lack: PhotoCheck['instead'][string] | undefined) {
  return lack && standIns[lack];
}

/** What makes a good photo for the chosen effects. An effect that will certainly be something else has none: it would contradict its tile. */
function WorksBest({ photo, offer, instead }: Pick<PhotoEffectsProps, 'photo' | 'offer' | 'instead'>) {
  const { t } = useTranslation('wizard');
  const shown = promptsOf(photo.actions, offer.prompts).filter(({ id }) => (instead[id] ?? 'not_seen') === 'not_seen');
  // The first one is the icon of the effect itself.
  const keys = new Set(shown.flatMap(({ suggestions }) => suggestions.slice(1)));
  const advice = [...keys].flatMap((key) => offer.pictograms.get(key) ?? []);
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
