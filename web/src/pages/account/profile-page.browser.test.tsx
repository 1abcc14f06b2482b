import { deleteAccount, logout, me, updateProfile } from '@keepsake/contract/accounts/accounts';
import { requestDataExport } from '@keepsake/contract/accounts/data-exports';
import { listSessions } from '@keepsake/contract/accounts/sessions';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { held, late, never, offline, refuse, reply } from '../../../test/answers.ts';
import { dashboardAnswers } from '../../../test/dashboard.ts';
import { drawLater } from '../../../test/draw-later.ts';
import { expectAccessible, testLooks } from '../../../test/looks.ts';
import { longWord } from '../../../test/orders.ts';
import { priceAnswers } from '../../../test/prices.ts';
import { aSession, openProfile, ownSession } from '../../../test/profile.ts';
import { renderPage } from '../../../test/render-page.tsx';
import {
  expectFieldProblem,
  expectHeading,
  expectPath,
  expectProblems,
  expectText,
  fill,
  press,
} from '../../../test/screen.ts';
import { admin, customer } from '../../../test/users.ts';
import { storeUser } from '../../features/accounts/accounts.api.ts';
import { saveProfile } from '../../features/accounts/profile-forms.tsx';
import { endSession } from '../../shared/session.ts';

const unreachable = 'The server could not be reached. Please check your connection and try again.';

testLooks('the profile', async () => {
  await openProfile();
  await expectText('Firefox, Windows');
});

testLooks('a profile of long words', async () => {
  const sessions = [ownSession, aSession(1, { device: 'Samsung Internet, Chrome OS' })];
  await openProfile([reply(listSessions, { sessions })], {
    ...admin,
    name: longWord,
    email: `${longWord}@example.com`,
  });
  await expectText('Samsung Internet, Chrome OS');
  await expectText('Two-step sign-in');
});

test('a session that has ended leads to the sign-in page, and leaves nothing in the browser', async () => {
  await renderPage('/profile', { user: customer, answers: [refuse(me, 'not_signed_in')] });
  await expectHeading('Sign in');
  expect([localStorage.getItem('token'), localStorage.getItem('userData')]).toEqual([null, null]);
});

test('customers see nothing of two-step sign-in', async () => {
  await openProfile();
  await expectHeading('Delete account');
  await expect.element(page.getByText('Two-step sign-in')).not.toBeInTheDocument();
});

describe('the name', () => {
  test('is needed, and has a limit', async () => {
    await openProfile();
    await fill('Name', '  ');
    await press('Save name');
    await expectProblems(['Name: This field is required']);
    await expectFieldProblem(page.getByLabelText('Name'), 'This field is required');
    await fill('Name', 'n'.repeat(101));
    await expectProblems(['Name: Use at most 100 characters.']);
  });

  test('is changed everywhere on the page', async () => {
    const user = { ...customer, name: 'Rosa Linden' };
    await openProfile([reply(updateProfile, { user })]);
    await fill('Name', 'Rosa Linden');
    await press('Save name');
    await expectText('Name updated successfully');
    await press('Account menu');
    await expectText('Welcome, Rosa Linden');
  });

  test('does not sign anybody in again who has signed out before the reply', async () => {
    const saved = held(updateProfile, { user: { ...customer, name: 'Rosa Linden' } });
    const server = await openProfile([saved]);
    const saving = saveProfile({ name: 'Rosa Linden' });
    await expect.poll(() => server.sent(updateProfile)).toHaveLength(1);
    endSession();
    saved.letGo();
    await saving;
    expect([localStorage.getItem('token'), localStorage.getItem('userData')]).toEqual([null, null]);
  });

  test('says why it could not be changed', async () => {
    const server = await openProfile([offline(updateProfile)]);
    await press('Save name');
    await expectProblems([`Failed to update name. ${unreachable}`]);
    server.answer(refuse(updateProfile, 'validation_failed', { problems: { name: { code: 'wrong_format' } } }));
    await press('Save name');
    await expectProblems(['Name: This value has the wrong format.']);
  });
});

describe('the preferences', () => {
  test('change the language of the page at once', async () => {
    const server = await openProfile([reply(updateProfile, { user: { ...customer, defaultLanguage: 'de' } })]);
    server.answer(reply(me, { user: { ...customer, defaultLanguage: 'de' } }));
    await page.getByRole('main').getByLabelText('Language').selectOptions('Deutsch');
    await press('Save preferences');
    await expectText('Die Einstellungen wurden geändert');
    expect(document.documentElement.lang).toBe('de');
  });

  test('save what was changed here, and show what was changed elsewhere', async () => {
    const german = { ...customer, defaultLanguage: 'de' as const };
    const server = await openProfile([reply(updateProfile, { user: german })], {
      ...customer,
      newsletterConsent: true,
    });
    server.answer(reply(me, { user: german }));
    await page.getByRole('main').getByLabelText('Language').selectOptions('Deutsch');
    await press('Save preferences');
    await expectText('Die Einstellungen wurden geändert');
    await expect.element(page.getByRole('checkbox')).not.toBeChecked();
    expect(server.sent(updateProfile).map(({ body }) => body)).toEqual([{ defaultLanguage: 'de' }]);
  });

  test('keep a choice that is not saved yet when the account is changed elsewhere', async () => {
    await openProfile();
    const language = page.getByRole('main').getByLabelText('Language');
    await language.selectOptions('Deutsch');
    storeUser({ ...customer, defaultLanguage: 'hu', newsletterConsent: true });
    await expect.element(page.getByRole('checkbox')).toBeChecked();
    await expect.element(language).toHaveValue('de');
  });

  test('that are saved while the password is being changed are saved after it', async () => {
    const changed = held(updateProfile, { user: customer, token: 'new-token' });
    const server = await openProfile([changed]);
    await changePassword();
    await expect.poll(() => server.sent(updateProfile)).toHaveLength(1);
    const german = { ...customer, defaultLanguage: 'de' as const };
    server.answer(reply(updateProfile, { user: german }), reply(me, { user: german }));
    await page.getByRole('main').getByLabelText('Language').selectOptions('Deutsch');
    await press('Save preferences');
    changed.letGo();
    await expectText('Die Einstellungen wurden geändert');
    await expectText('Das Passwort wurde geändert');
    expect(document.documentElement.lang).toBe('de');
    expect(localStorage.getItem('token')).toBe('new-token');
  });

  test('say why they could not be saved', async () => {
    await openProfile([refuse(updateProfile, 'internal_error')]);
    await page.getByLabelText('Send me the newsletter, at most twice per month.').click();
    await press('Save preferences');
    await expectProblems(['Failed to update preferences']);
  });
});

describe('the password', () => {
  test('names what is missing or wrong at its field', async () => {
    await openProfile();
    await press('Change password');
    await expectProblems([
      'Current password: This field is required',
      'New password: This field is required',
      'Confirm new password: This field is required',
    ]);
    await fill('Current password', 'three blue teacups');
    await fill('New password', 'short');
    await fill('Confirm new password', 'other');
    await expectProblems([
      'New password: Use at least 8 characters.',
      'Confirm new password: New passwords do not match',
    ]);
    await expectFieldProblem(page.getByLabelText('New password'), 'Use at least 8 characters.');
  });

  test('shows a wrong current password at its field, and is cleared after the change', async () => {
    const problems = { currentPassword: { code: 'password_wrong' } } as const;
    const server = await openProfile([refuse(updateProfile, 'password_wrong', { problems })]);
    await changePassword('not this one');
    await page.getByRole('link', { name: 'Current password: This password is not correct.' }).click();
    await expect.element(page.getByLabelText('Current password')).toHaveFocus();
    await expectAccessible();
    server.answer(reply(updateProfile, { user: customer, token: 'another-token' }));
    await fill('Current password', 'three blue teacups');
    await press('Change password');
    await expectText('Password updated successfully');
    await expect.element(page.getByLabelText('Current password')).toHaveValue('');
  });
});

describe('a token that is refused while the password is being changed', () => {
  const changed = () => held(updateProfile, { user: customer, token: 'new-token' });
  const beRefused = async () => {
    await press('Put my data together');
    await expectText('Your data could not be requested. Please try again.');
  };

  test('does not end the session', async () => {
    const change = changed();
    await openProfile([change, refuse(requestDataExport, 'not_signed_in')]);
    await changePassword();
    await beRefused();
    change.letGo();
    await expectText('Password updated successfully');
    expect(localStorage.getItem('token')).toBe('new-token');
  });

  test('does not keep from the next page', async () => {
    const change = changed();
    const server = await openProfile([...dashboardAnswers([]), change]);
    await changePassword();
    server.answer(refuse(me, 'not_signed_in'));
    // A reply is cached for half a minute.
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    onTestFinished(() => later.mockRestore());
    await press('Account menu');
    await page.getByRole('link', { name: 'Memory Gallery' }).click();
    await expect.poll(() => server.sent(me)).toHaveLength(2);
    change.letGo();
    await expectHeading('Memory Gallery');
    expect(localStorage.getItem('token')).toBe('new-token');
  });

  test('ends the session if the change is refused, too', async () => {
    const change = late(refuse(updateProfile, 'not_signed_in'));
    await openProfile([change, refuse(requestDataExport, 'not_signed_in')]);
    await changePassword();
    await beRefused();
    change.letGo();
    await expectHeading('Sign in');
    expect(localStorage.getItem('token')).toBeNull();
  });
});

test('the window’s title names errors as long as one of several forms has any', async () => {
  await openProfile();
  const title = 'My Profile · Keepsake';
  await expect.poll(() => document.title).toBe(title);
  await fill('Name', '');
  await press('Save name');
  await expect.poll(() => document.title).toBe(`Error: ${title}`);
  await press('Change password');
  await expectText('Current password: This field is required');
  expect(document.title).toBe(`Error: ${title}`);
  await fill('Name', 'Rosa');
  expect(document.title).toBe(`Error: ${title}`);
  for (const label of ['Current password', 'New password', 'Confirm new password'])
    await fill(label, 'three blue teacups');
  await expect.poll(() => document.title).toBe(title);
});

test('a sign-out takes effect at once, whatever the network does', async () => {
  const server = await openProfile([never(logout), ...priceAnswers()]);
  await press('Account menu');
  const button = page.getByRole('button', { name: 'Logout' });
  await expect.element(button).toBeVisible();
  // In this very moment: the code and the texts of the next page come by the network.
  (button.element() as HTMLElement).click();
  expect(localStorage.getItem('token')).toBeNull();
  await expect.poll(() => server.sent(logout).length).toBe(1);
  await expectPath('/');
  await expectHeading(/./);
});

describe('the end of the account', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Delete your account?' });
  const openDialog = async (...answers: Parameters<typeof openProfile>[0] & object) => {
    const server = await openProfile(answers);
    await press('Delete my account');
    await expect.element(dialog()).toBeVisible();
    return server;
  };

  testLooks('the question before an account is deleted', async () => {
    await openDialog();
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await expectProblems(['Password: This field is required']);
  });

  test('can be called off, and leads to no call', async () => {
    const server = await openDialog();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Delete my account' })).toHaveFocus();
    expect(server.sent(deleteAccount)).toEqual([]);
  });

  test('needs the right password, and says why it cannot be', async () => {
    const server = await openDialog(
      refuse(deleteAccount, 'password_wrong', { problems: { password: { code: 'password_wrong' } } }),
    );
    await dialog().getByLabelText('Password').fill('not this one');
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await expectProblems(['Password: This password is not correct.']);
    server.answer(refuse(deleteAccount, 'last_admin'));
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await expectProblems(['This is the last administrator. Please make somebody else an administrator first.']);
    server.answer(never(deleteAccount));
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await expect.element(dialog().getByRole('button', { name: 'Delete account' })).toHaveAttribute('aria-busy', 'true');
  });

  test.each([0, 150])('leads home with the news, drawn %i ms later', async (delayMs) => {
    drawLater(delayMs);
    await openDialog(reply(deleteAccount, { message: 'ok' }), ...priceAnswers());
    await dialog().getByLabelText('Password').fill('three blue teacups');
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await expectText('Your account and everything in it has been deleted.');
    await expectPath('/');
  });
});

async function changePassword(currentPassword = 'three blue teacups'): Promise<void> {
  await fill('Current password', currentPassword);
  await fill('New password', 'an orchard after rain');
  await fill('Confirm new password', 'an orchard after rain');
  await press('Change password');
}
