import { updateProfile, type User } from '@keepsake/contract/accounts/accounts';
import type { BodyInput } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { language, languages, newPassword, password, text } from '@keepsake/contract/primitives';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../shared/api.ts';
import { queryClient } from '../../shared/query.ts';
import { getToken, refreshSession } from '../../shared/session.ts';
import { languageNames } from '../../shared/texts/format.ts';
import { failureText, switchLanguage } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { CheckboxField } from '../../ui/forms/fields/checkbox-field.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { PasswordField, TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Card } from '../../ui/layout/page.tsx';
import { sessionsQuery } from '../sessions/sessions.api.ts';
import { changeAccount, storeUser } from './accounts.api.ts';
import { passwordsMatch } from './password-forms.tsx';
import styles from './profile-forms.module.css';

const nameOnly = z.object({ name: text(100) });

const passwordChange = z
  .object({ currentPassword: password, newPassword, confirmPassword: z.string().check(z.minLength(1)) })
  .check(passwordsMatch('newPassword', 'new_passwords_differ'));

const preferences = z.object({ defaultLanguage: language, newsletterConsent: z.boolean() });

export function NameForm({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const [done, setDone] = useState(false);
  const form = useContractForm(nameOnly, {
    defaultValues: { name: user.name },
    submit: async (body) => {
      setDone(false);
      await saveProfile(body);
      setDone(true);
    },
    failureText: failureText(t('name.failed')),
  });
  return (
    <ProfileSection title={t('name.title')} done={done ? t('name.done') : null}>
      <Form form={form}>
        <TextField {...form.field('name', t('name.field'))} autoComplete="name" />
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t('name.save')}
          </Button>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}

/** A card of the profile with the result of the last change. */
export function ProfileSection({
  title,
  done = null,
  danger = false,
  children,
}: {
  title: string;
  /** The success message, or null. */
  done?: string | null;
  danger?: boolean;
  children: ReactNode;
}) {
  return (
    <Card className={styles.section} data-danger={danger || undefined}>
      <h2 className={styles.title}>{title}</h2>
      {done !== null && (
        <Notice tone="ok">
          <p>{done}</p>
        </Notice>
      )}
      {children}
    </Card>
  );
}

/**
 * Saves a change of the profile and shows it everywhere, unless this session has ended meanwhile; a changed password returns a new
 * token and ends all other sessions.
 */
export async function saveProfile(body: BodyInput<typeof updateProfile>): Promise<void> {
  await changeAccount(async () => {
    const sentToken = getToken();
    const { user, token } = await call(updateProfile, { body });
    if (getToken() !== sentToken) return;
    // First, because subscribers of the session load the user and would get the cached old one.
    storeUser(user, token);
    refreshSession(user, token);
    if (token !== undefined) void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  });
}

export function PasswordForm({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const [done, setDone] = useState(false);
  const form = useContractForm(passwordChange, {
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    submit: async ({ currentPassword, newPassword }) => {
      setDone(false);
      await saveProfile({ currentPassword, newPassword });
      form.reset();
      setDone(true);
    },
    failureText: failureText(t('password.failed')),
  });
  return (
    <ProfileSection title={t('password.title')} done={done ? t('password.done') : null}>
      <Form form={form}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField {...form.field('currentPassword', t('password.current'))} autoComplete="current-password" />
        <PasswordField
          {...form.field('newPassword', t('password.new'))}
          hint={t('password.hint', { min: limits.passwordMin })}
          autoComplete="new-password"
        />
        <PasswordField {...form.field('confirmPassword', t('password.confirm'))} autoComplete="new-password" />
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t('password.save')}
          </Button>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}

/** Saves what was changed in this form only: the rest may have been changed elsewhere since it was loaded. */
export function PreferencesForm({ user: { defaultLanguage, newsletterConsent } }: { user: User }) {
  const { t } = useTranslation('profile');
  const [done, setDone] = useState(false);
  const known = useRef({ defaultLanguage, newsletterConsent });
  const form = useContractForm(preferences, {
    defaultValues: { defaultLanguage, newsletterConsent },
    submit: async (chosen) => {
      setDone(false);
      await saveProfile(changesOf(chosen, known.current));
      await switchLanguage(chosen.defaultLanguage);
      setDone(true);
    },
    failureText: failureText(t('preferences.failed')),
  });
  const { getValues, setValue } = form;
  // The menu of the navigation changes the language too, and other tabs and devices change both. A choice that is not saved yet stays.
  useEffect(() => {
    const chosen = getValues();
    const before = known.current;
    known.current = { defaultLanguage, newsletterConsent };
    if (chosen.defaultLanguage === before.defaultLanguage) setValue('defaultLanguage', defaultLanguage);
    if (chosen.newsletterConsent === before.newsletterConsent) setValue('newsletterConsent', newsletterConsent);
  }, [getValues, setValue, defaultLanguage, newsletterConsent]);
  return (
    <ProfileSection title={t('preferences.title')} done={done ? t('preferences.done') : null}>
      <Form form={form}>
        <SelectField
          {...form.field('defaultLanguage', t('preferences.language'))}
          hint={t('preferences.languageHint')}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <CheckboxField {...form.field('newsletterConsent', t('preferences.newsletter'))} />
        <FormActions>
          <Button type="submit" busy={form.busy}>
            {t('preferences.save')}
          </Button>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}

function changesOf<T extends object>(values: T, before: T): Partial<T> {
  const changed = Object.entries(values).filter(([name, value]) => value !== before[name as keyof T]);
  return Object.fromEntries(changed) as Partial<T>;
}
