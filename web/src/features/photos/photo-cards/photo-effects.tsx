import { limits } from '@keepsake/contract/limits';
import { Plus } from 'lucide-react';
import { currentLanguage } from '../../../shared/texts/format.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/forms/fields/select-field.tsx';
import { announce } from '../../../ui/overlays/announcer.tsx';
import { addEffect, changeEffect, chooseTheme, removeEffect } from '../cart/cart-edits.ts';
import type { CartPhoto } from '../cart/cart-photo.ts';
import { type Offer, promptsOfTheme, takenEffects, themesOf, whyNoMoreEffects } from './effect-choices.ts';
import { EffectRow } from './effect-row.tsx';
import { focusControl, photoControls } from './photo-controls.ts';
import styles from './photo-effects.module.css';

interface PhotoEffectsProps {
  photo: CartPhoto;
  offer: Offer;
  errors: ReadonlyMap<string, string>;
}

/** The photo's theme and its effects. */
export function PhotoEffects({ photo, offer, errors }: PhotoEffectsProps) {
  const { t } = useTranslation('wizard');
  const { id, imageTheme, actions } = photo;
  const themes = themesOf(offer.prompts, currentLanguage());
  const prompts = promptsOfTheme(offer.prompts, imageTheme);
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
        <>
          {actions.map((action, row) => (
            <EffectRow
              key={row}
              photoId={id}
              row={row}
              action={action}
              prompts={prompts}
              pictograms={offer.pictograms}
              taken={takenEffects(actions, row)}
              filmPrice={offer.filmPrice}
              error={errors.get(photoControls.effect(id, row))}
              onChange={(change) => changeEffect(id, row, change)}
              onRemove={actions.length > 1 ? () => remove(row) : undefined}
            />
          ))}
          <AddEffect photo={photo} offered={prompts.length} price={offer.filmPrice} />
        </>
      )}
    </>
  );

  function remove(row: number): void {
    removeEffect(id, row);
    announce(t('effect.removed'));
    focusControl(photoControls.addEffect(id));
  }
}

function AddEffect({ photo, offered, price }: { photo: CartPhoto; offered: number; price: string | undefined }) {
  const { t } = useTranslation('wizard');
  const { id, actions } = photo;
  const reason = whyNoMoreEffects(offered, actions);
  const buttonId = photoControls.addEffect(id);
  return (
    <div className={styles.add}>
      <Button
        id={buttonId}
        variant="secondary"
        icon={<Plus size={18} aria-hidden="true" />}
        disabled={reason !== null}
        aria-describedby={reason ? `${buttonId}-reason` : undefined}
        onClick={() => focusControl(photoControls.effect(id, addEffect(id)))}
      >
        {price ? t('effect.addWithPrice', { price }) : t('effect.add')}
      </Button>
      {reason && (
        <p id={`${buttonId}-reason`} className={styles.hint}>
          {t(`effect.noMore.${reason}`, { max: limits.actionsPerPhoto })}
        </p>
      )}
    </div>
  );
}
