import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { AuthCard } from '../../features/accounts/auth-card.tsx';
import { RegisterForm } from '../../features/accounts/register-form.tsx';
import { paths } from '../../paths.ts';
import { getToken } from '../../shared/session.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Text } from '../../ui/text.tsx';

export function Component() {
  const { t } = useTranslation('auth');
  const [alreadySignedIn] = useState(() => getToken() !== null);
  if (alreadySignedIn) return <Navigate to={paths.dashboard} replace />;
  return (
    <AuthCard
      title={t('register.title')}
      intro={t('register.intro')}
      links={
        <p>
          <Text>{t('register.haveAccount')} </Text>
          <Link to={paths.login}>{t('register.signIn')}</Link>
        </p>
      }
    >
      <RegisterForm />
    </AuthCard>
  );
}
