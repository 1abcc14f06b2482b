import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { AuthCard } from '../../features/accounts/auth-card.tsx';
import { LoginForm } from '../../features/accounts/login-form.tsx';
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
      title={t('login.title')}
      intro={t('login.intro')}
      links={
        <>
          <p>
            <Link to={paths.forgotPassword}>{t('login.forgot')}</Link>
          </p>
          <p>
            <Text>{t('login.noAccount')} </Text>
            <Link to={paths.register}>{t('login.register')}</Link>
          </p>
        </>
      }
    >
      <LoginForm />
    </AuthCard>
  );
}
