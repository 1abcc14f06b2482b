import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, use, useId, useState } from 'react';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { IconButton } from '../../button.tsx';
import { FormIsSent } from '../form-is-sent.ts';
import styles from './field.module.css';
import { Field, fieldIds, type FieldTexts } from './field.tsx';

export function TextField({ label, hint, error, optional, className, ...input }: FieldTexts & ComponentProps<'input'>) {
  const ownId = useId();
  const isSent = use(FormIsSent);
  const id = input.id ?? ownId;
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional ?? false}>
      <input
        type="text"
        {...input}
        {...fieldIds(id, { hint, error })}
        readOnly={isSent || input.readOnly}
        className={clsx(styles.control, className)}
      />
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  optional,
  className,
  ...input
}: FieldTexts & ComponentProps<'textarea'>) {
  const ownId = useId();
  const isSent = use(FormIsSent);
  const id = input.id ?? ownId;
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional ?? false}>
      <textarea
        rows={4}
        {...input}
        {...fieldIds(id, { hint, error })}
        readOnly={isSent || input.readOnly}
        className={clsx(styles.control, className)}
      />
    </Field>
  );
}

/** A password field with a show button. Set `autoComplete` to `"current-password"` or `"new-password"`. */
export function PasswordField({ label, hint, error, optional, ...input }: FieldTexts & ComponentProps<'input'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const ownId = useId();
  const isSent = use(FormIsSent);
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
          readOnly={isSent || input.readOnly}
          type={shown ? 'text' : 'password'}
          className={clsx(styles.control, styles.input)}
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
