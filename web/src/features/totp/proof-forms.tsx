import { disableTotp, renewRecoveryCodes } from '@keepsake/contract/accounts/totp';
import type { ReactNode } from 'react';
import { call } from '../../shared/api.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { PasswordField, TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';

interface Proof {
  password: string;
  totpCode: string;
}

/** Turning it off requires password and code. */
export function DisableForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation('totp');
  const submit = async (body: Proof) => {
    await call(disableTotp, { body });
    onDone();
  };
  return (
    <ProofForm title={t('off.open')} confirm={t('off.confirm')} isDanger submit={submit} onCancel={onCancel}>
      <p>{t('off.text')}</p>
    </ProofForm>
  );
}

export function RenewForm({ onDone, onCancel }: { onDone: (codes: string[]) => void; onCancel: () => void }) {
  const { t } = useTranslation('totp');
  const submit = async (body: Proof) => onDone((await call(renewRecoveryCodes, { body })).recoveryCodes);
  return (
    <ProofForm title={t('renew.open')} confirm={t('renew.confirm')} submit={submit} onCancel={onCancel}>
      <p>{t('renew.text')}</p>
    </ProofForm>
  );
}

function ProofForm({
  title,
  confirm,
  isDanger = false,
  submit,
  onCancel,
  children,
}: {
  title: string;
  confirm: string;
  isDanger?: boolean;
  submit: (body: Proof) => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('totp');
  const form = useContractForm(disableTotp.body, { defaultValues: { password: '', totpCode: '' }, submit });
  return (
    <Form form={form} label={title}>
      {children}
      <PasswordField
        {...form.field('password', t('password'))}
        autoComplete="current-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user's press has replaced the section by this field
        autoFocus
      />
      <TextField {...form.field('totpCode', t('code'))} hint={t('codeHint')} autoComplete="one-time-code" />
      <FormActions>
        <Button variant="secondary" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} busy={form.busy}>
          {confirm}
        </Button>
      </FormActions>
    </Form>
  );
}
