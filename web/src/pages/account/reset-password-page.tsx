import { resetPassword } from '@keepsake/contract/accounts/accounts';
import { useState } from 'react';
import { Link } from 'react-router';
import { AuthCard } from '../../features/accounts/auth-card.tsx';
import { useMailLink } from '../../features/accounts/mail-links.ts';
import { NewPasswordForm } from '../../features/accounts/password-forms.tsx';
import { paths } from '../../paths.ts';
import { ApiError, call } from '../../shared/api.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { LinkButton } from '../../ui/button.tsx';
import { flash } from '../../ui/feedback/flash.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TimedRedirect } from '../../ui/feedback/timed-redirect.tsx';

export function Component() {
  const { t } = useTranslation('auth');
  const link = useMailLink();
  const [state, setState] = useState<'open' | 'done' | 'invalid'>(link === null ? 'invalid' : 'open');
  if (link === null || state === 'invalid')
    return (
      <AuthCard title={t('reset.invalidTitle')} screen="invalid">
        <Notice tone="bad">
          <p>{t('reset.invalid')}</p>
        </Notice>
        <LinkButton to={paths.forgotPassword}>{t('reset.request')}</LinkButton>
      </AuthCard>
    );
  const submit = async (newPassword: string) => {
    try {
      await call(resetPassword, { body: { ...link, newPassword } });
      setState('done');
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'reset_link_invalid') throw error;
      setState('invalid');
    }
  };
  if (state === 'done')
    return (
      <AuthCard title={t('reset.doneTitle')} screen="done">
        <Notice tone="ok">
          <p>{t('reset.done')}</p>
        </Notice>
        <TimedRedirect to={paths.login} afterMs={3000} state={flash(t('reset.done'))}>
          {t('reset.redirect')}
        </TimedRedirect>
      </AuthCard>
    );
  return (
    <AuthCard
      title={t('reset.title')}
      links={
        <p>
          <Link to={paths.forgotPassword}>{t('reset.request')}</Link>
        </p>
      }
    >
      <NewPasswordForm label={t('reset.submit')} failed={t('reset.failed')} submit={submit} />
    </AuthCard>
  );
}
