import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from '../shared/use-translation.ts';
import { Field, fieldIds, type FieldTexts } from './field.tsx';
import fieldStyles from './field.module.css';
import { IconButton } from './icon-button.tsx';
import styles from './password-field.module.css';

/** A password that can be shown while it is typed. Give `autoComplete="current-password"` or `"new-password"`. */
export function PasswordField({ label, hint, error, optional, ...input }: FieldTexts & ComponentProps<'input'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional ?? false}>
      <div className={styles.row}>
        <input
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...fieldIds(id, { hint, error })}
          type={shown ? 'text' : 'password'}
          className={clsx(fieldStyles.control, styles.input)}
        />
        <IconButton
          label={shown ? t('hidePassword') : t('showPassword')}
          aria-controls={id}
          icon={shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
          className={styles.reveal}
          onClick={() => setShown(!shown)}
        />
      </div>
    </Field>
  );
}
