import { deleteAccount } from '@keepsake/contract/accounts/accounts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { endSession, getToken } from '../../shared/session.ts';
import { failureText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { flash } from '../../ui/feedback/flash.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProfileSection } from './profile-forms.tsx';

export function DeleteAccount() {
  const { t } = useTranslation('profile');
  const [asking, setAsking] = useState(false);
  return (
    <ProfileSection title={t('danger.title')} danger>
      <p>{t('danger.text')}</p>
      <FormActions>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('danger.open')}
        </Button>
      </FormActions>
      {asking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </ProfileSection>
  );
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile');
  const navigate = useNavigate();
  const form = useContractForm(deleteAccount.body, {
    defaultValues: { password: '' },
    submit: async (body) => {
      const sentToken = getToken();
      await call(deleteAccount, { body });
      await navigate(paths.home, { state: flash(t('danger.done')) });
      // Somebody else may have signed in meanwhile, in another tab.
      if (getToken() === sentToken) endSession();
    },
    failureText: failureText(t('danger.failed')),
  });
  return (
    <Dialog title={t('danger.confirmTitle')} onClose={onClose}>
      <Form form={form}>
        <p>{t('danger.confirmText')}</p>
        <PasswordField
          {...form.field('password', t('danger.password'))}
          autoComplete="current-password"
          data-autofocus
        />
        <FormActions>
          <Button variant="secondary" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            {t('danger.confirm')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
