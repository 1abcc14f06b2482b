import { useMe } from '../../features/accounts/accounts.api.ts';
import { DeleteAccount } from '../../features/accounts/delete-account.tsx';
import { NameForm, PasswordForm, PreferencesForm } from '../../features/accounts/profile-forms.tsx';
import { DataExport } from '../../features/data-exports/data-export.tsx';
import { OwnSessions } from '../../features/sessions/own-sessions.tsx';
import { loadTexts } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Loaded with its texts only for administrators. */
const TwoStep = lazyPart(async () => {
  const [{ TwoStep: section }] = await Promise.all([import('../../features/totp/two-step.tsx'), loadTexts('totp')]);
  return section;
});

export function Component() {
  const { t } = useTranslation('profile');
  const user = useMe();
  if (user === null) return null;
  return (
    <Page width="text">
      <PageHeading title={t('title')}>
        <p>{t('intro', { email: user.email })}</p>
      </PageHeading>
      <NameForm user={user} />
      <PreferencesForm user={user} />
      <PasswordForm user={user} />
      {user.role === 'Admin' && <TwoStep />}
      <OwnSessions />
      <DataExport />
      <DeleteAccount />
    </Page>
  );
}
