import { useState } from 'react';
import { session } from '../../shared/storage.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { CheckboxField } from '../../ui/forms/fields/checkbox-field.tsx';
import { type Consents, consentsTo, emptyCart } from './cart/cart-storage.ts';
import { useCart } from './cart/cart.ts';
import styles from './consent-boxes.module.css';
import { consentGaps, gapErrors, gapProblems } from './order-gaps.ts';
import { consentControls } from './photo-cards/photo-controls.ts';

interface ConsentBoxesProps {
  consents: Consents;
  onChange: (change: Partial<Consents>) => void;
  /** Error texts by the checkbox's id. */
  errors: ReadonlyMap<string, string>;
}

/** Two separate consents; neither is ticked in advance. */
export function ConsentBoxes({ consents, onChange, errors }: ConsentBoxesProps) {
  const { t } = useTranslation('wizard');
  return (
    <fieldset className={styles.consents}>
      <legend className={styles.legend}>{t('consents.heading')}</legend>
      {(['guidelines', 'finalSale'] as const).map((consent) => (
        <CheckboxField
          key={consent}
          id={consentControls[consent]}
          label={t(`consents.${consent}`)}
          required
          error={errors.get(consentControls[consent])}
          checked={consents[consent]}
          onChange={(event) => onChange({ [consent]: event.target.checked })}
        />
      ))}
    </fieldset>
  );
}

/** The consents for a bucket about to be paid: given in the upload step, or requested here if the customer came directly. */
export function useOrderConsents(bucketId: string) {
  const [asked] = useState(() => {
    const cart = useCart.getState();
    const given = cart.bucketId === bucketId ? cart.consents : consentsTo(session, bucketId);
    return consentGaps(given).length > 0;
  });
  const [consents, setConsents] = useState<Consents>(emptyCart.consents);
  const gaps = asked ? consentGaps(consents) : [];
  return {
    asked,
    consents,
    change: (change: Partial<Consents>) => setConsents((before) => ({ ...before, ...change })),
    problems: gapProblems(gaps),
    errors: gapErrors(gaps),
  };
}
