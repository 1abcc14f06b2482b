import { useState } from 'react';
import { Link } from 'react-router';
import { AuthCard } from '../../features/accounts/auth-card.tsx';
import { ForgotPasswordForm } from '../../features/accounts/password-forms.tsx';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Notice } from '../../ui/feedback/notice.tsx';

export function Component() {
  const { t } = useTranslation('auth');
  const [sent, setSent] = useState(false);
  const back = (
    <p>
      <Link to={paths.login}>{t('forgot.back')}</Link>
    </p>
  );
  if (sent)
    return (
      <AuthCard title={t('forgot.sentTitle')} screen="sent" links={back}>
        <Notice tone="ok">
          <p>{t('forgot.sent')}</p>
        </Notice>
      </AuthCard>
    );
  return (
    <AuthCard title={t('forgot.title')} intro={t('forgot.intro')} links={back}>
      <ForgotPasswordForm onSent={() => setSent(true)} />
    </AuthCard>
  );
}
