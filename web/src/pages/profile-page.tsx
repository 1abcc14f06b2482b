import { useMe } from '../features/accounts/accounts.api.ts';
import { DeleteAccount } from '../features/accounts/delete-account.tsx';
import { NameForm } from '../features/accounts/name-form.tsx';
import { PasswordForm } from '../features/accounts/password-form.tsx';
import { PreferencesForm } from '../features/accounts/preferences-form.tsx';
import { DataExport } from '../features/data-exports/data-export.tsx';
import { OwnSessions } from '../features/sessions/own-sessions.tsx';
import { loadTexts } from '../shared/i18n.ts';
import { useTranslation } from '../shared/use-translation.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Page } from '../ui/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** Few need it: it comes with its texts when an administrator is here. */
const TwoStep = lazyPart(async () => {
  const [{ TwoStep: section }] = await Promise.all([import('../features/totp/two-step.tsx'), loadTexts('totp')]);
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
