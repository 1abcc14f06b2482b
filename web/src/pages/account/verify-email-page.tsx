import { AuthCard } from '../../features/accounts/auth-card.tsx';
import { useEmailVerification } from '../../features/accounts/mail-links.ts';
import { NewPasswordForm } from '../../features/accounts/password-forms.tsx';
import { paths } from '../../paths.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { LinkButton, Spinner } from '../../ui/button.tsx';
import { flash } from '../../ui/feedback/flash.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RetryNotice } from '../../ui/feedback/outcome-notices.tsx';
import { TimedRedirect } from '../../ui/feedback/timed-redirect.tsx';
import styles from './verify-email-page.module.css';

export function Component() {
  const { t } = useTranslation('auth');
  const { state, error, retry, choosePassword } = useEmailVerification();
  if (state === 'verifying')
    return (
      <AuthCard title={t('verify.title')}>
        <output className={styles.waiting}>
          <Spinner />
          <span>{t('verify.verifying')}</span>
        </output>
      </AuthCard>
    );
  if (state === 'unanswered')
    return (
      <AuthCard title={t('verify.title')} screen={state}>
        <RetryNotice text={errorText(error)} onRetry={retry} />
      </AuthCard>
    );
  if (state === 'password_needed')
    return (
      <AuthCard title={t('verify.passwordTitle')} intro={t('verify.passwordIntro')} screen={state}>
        <NewPasswordForm
          label={t('verify.passwordSubmit')}
          failed={t('verify.passwordFailed')}
          submit={choosePassword}
        />
      </AuthCard>
    );
  if (state === 'failed')
    return (
      <AuthCard title={t('verify.failedTitle')} screen={state}>
        <Notice tone="bad">
          <p>{t('verify.failed')}</p>
        </Notice>
        <LinkButton to={paths.login}>{t('verify.back')}</LinkButton>
      </AuthCard>
    );
  return (
    <AuthCard title={t('verify.doneTitle')} screen={state}>
      <Notice tone="ok">
        <p>{t('verify.done')}</p>
      </Notice>
      <TimedRedirect to={paths.login} afterMs={2000} state={flash(t('verify.done'))}>
        {t('verify.redirect')}
      </TimedRedirect>
    </AuthCard>
  );
}
