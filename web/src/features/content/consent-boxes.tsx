import { useTranslation } from '../../shared/use-translation.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import type { Consents } from './cart-storage.ts';
import styles from './consent-boxes.module.css';
import { consentControls } from './photo-controls.ts';

interface ConsentBoxesProps {
  consents: Consents;
  onChange: (change: Partial<Consents>) => void;
  /** By the id of the box. */
  errors: ReadonlyMap<string, string>;
}

/** Two things to agree to, each by itself and never ticked beforehand. */
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
