import type { Reply } from '@keepsake/contract/endpoint';
import { beginTotp, confirmTotp } from '@keepsake/contract/accounts/totp';
import { useState } from 'react';
import { encode } from 'uqr';
import { call } from '../../shared/api.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { PasswordField, TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { VisuallyHidden } from '../../ui/text.tsx';
import styles from './two-step.module.css';

interface Props {
  /** Receives the recovery codes, which are shown only once. */
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Asks for the password, shows the secret for the app, then verifies the app's first code. */
export function TurnOn({ onDone, onCancel }: Props) {
  const [begun, setBegun] = useState<Reply<typeof beginTotp> | null>(null);
  if (begun === null) return <PasswordStep onDone={setBegun} onCancel={onCancel} />;
  return <AppStep begun={begun} onDone={onDone} onCancel={onCancel} />;
}

function PasswordStep({
  onDone,
  onCancel,
}: {
  onDone: (begun: Reply<typeof beginTotp>) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('totp');
  const form = useContractForm(beginTotp.body, {
    defaultValues: { password: '' },
    submit: async (body) => onDone(await call(beginTotp, { body })),
  });
  return (
    <Form form={form} label={t('on.open')}>
      <PasswordField
        {...form.field('password', t('password'))}
        autoComplete="current-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user's press has replaced the section by this field
        autoFocus
      />
      <FormActions>
        <Button variant="secondary" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" busy={form.busy}>
          {t('on.begin')}
        </Button>
      </FormActions>
    </Form>
  );
}

function AppStep({ begun, onDone, onCancel }: { begun: Reply<typeof beginTotp> } & Props) {
  const { t } = useTranslation('totp');
  const form = useContractForm(confirmTotp.body, {
    defaultValues: { totpCode: '' },
    submit: async (body) => onDone((await call(confirmTotp, { body })).recoveryCodes),
  });
  return (
    <Form form={form} label={t('on.open')}>
      {/* The previous step and its focused element were removed. */}
      <ol className={styles.steps} tabIndex={-1} ref={focusOnce}>
        <li>
          <span>{t('on.app')}</span>
          <QrCode text={begun.uri} label={t('on.qr')} />
          <code className={styles.secret}>{inFours(begun.secret)}</code>
          <a href={begun.uri}>{t('on.thisDevice')}</a>
        </li>
        <li>{t('on.type')}</li>
      </ol>
      <TextField
        {...form.field('totpCode', t('code'))}
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={t('on.codeHint')}
      />
      <FormActions>
        <Button variant="secondary" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" busy={form.busy}>
          {t('on.confirm')}
        </Button>
      </FormActions>
    </Form>
  );
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

/** Groups are easier to type; apps ignore the spaces. */
function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

/** A text as a QR code for a phone's camera, dark on light in every colour scheme, as readers expect it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div className={styles.code}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" shapeRendering="crispEdges">
        <path d={dark.join('')} />
      </svg>
    </div>
  );
}
