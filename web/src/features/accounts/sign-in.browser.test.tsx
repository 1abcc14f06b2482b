import { login, me, resendVerification } from '@keepsake/contract/accounts/accounts';
import { myBuckets } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answer, late, never, offline, refuse, reply } from '../../../test/answers.ts';
import { dashboardAnswers } from '../../../test/dashboard.ts';
import { idOf } from '../../../test/orders.ts';
import { expectAccessible, testLooks } from '../../../test/looks.ts';
import { renderPage } from '../../../test/render-page.tsx';
import {
  expectAlert,
  expectFieldProblem,
  expectPath,
  expectProblems,
  expectText,
  fill,
  press,
} from '../../../test/screen.ts';
import { customer } from '../../../test/users.ts';
import { testVariations } from '../../../test/variations.ts';

const email = () => page.getByLabelText('Email');
const password = () => page.getByLabelText('Password');

describe('the sign-in page', () => {
  testLooks('the sign-in page', () => renderPage('/login'));

  testLooks('the sign-in page with errors', async () => {
    await renderPage('/login');
    await press('Sign in');
    await expectProblems(['Email: This field is required', 'Password: This field is required']);
  });

  test('names a missing value at its field, focuses it, and says so in the document’s title', async () => {
    await renderPage('/login');
    await press('Sign in');
    await expectFieldProblem(email(), 'This field is required');
    await expectFieldProblem(password(), 'This field is required');
    expect(document.title).toBe('Error: Sign in · Keepsake');
    await page.getByRole('link', { name: 'Password: This field is required' }).click();
    await expect.element(password()).toHaveFocus();
  });

  test('shows the format of an address until it is valid', async () => {
    await renderPage('/login');
    await fill('Email', 'rosa');
    await fill('Password', 'three blue teacups');
    await press('Sign in');
    await expectProblems(['Email: Enter an e-mail address such as name@example.com.']);
    await fill('Email', 'rosa@example.com');
    await expect.element(email()).toBeValid();
  });

  testVariations([
    { field: 'Email', typed: `${'a'.repeat(60)}@${'b'.repeat(200)}.com`, limit: 254 },
    { field: 'Password', typed: 'p'.repeat(257), limit: 256 },
  ])('has a limit for the field $field', async ({ field, typed, limit }) => {
    await renderPage('/login');
    await fill('Email', 'rosa@example.com');
    await fill('Password', 'three blue teacups');
    await fill(field, typed);
    await press('Sign in');
    await expectProblems([`${field}: Use at most ${limit} characters.`]);
  });

  testVariations([
    { asked: `/dashboard?bucket=${idOf(7)}`, leadsTo: `/dashboard?bucket=${idOf(7)}` },
    {
      asked: `/dashboard?bucket=${idOf(7)}&film=${idOf(8)}`,
      leadsTo: `/dashboard?bucket=${idOf(7)}&film=${idOf(8)}`,
    },
    { asked: `/dashboard?bucket=${idOf(7)}&film=//elsewhere.example`, leadsTo: `/dashboard?bucket=${idOf(7)}` },
    { asked: `/dashboard?film=${idOf(8)}`, leadsTo: '/dashboard' },
    { asked: '/dashboard?bucket=//elsewhere.example', leadsTo: '/dashboard' },
    { asked: '/process', leadsTo: '/dashboard' },
  ])('leads on to what a mail named: $asked', async ({ asked, leadsTo }) => {
    const signedIn = reply(login, { token: 'a-token', user: customer });
    await renderPage(asked, { answers: [...dashboardAnswers([]), signedIn, reply(me, { user: customer })] });
    await expectPath('/login');
    await fill('Email', 'rosa@example.com');
    await fill('Password', 'three blue teacups');
    await press('Sign in');
    await expectPath(leadsTo);
  });

  test('shows and hides the password', async () => {
    await renderPage('/login');
    await fill('Password', 'three blue teacups');
    await press('Show password');
    await expect.element(password()).toHaveAttribute('type', 'text');
    await press('Hide password');
    await expect.element(password()).toHaveAttribute('type', 'password');
  });

  test('says that the sign-in failed, and keeps what was typed', async () => {
    await openWith(refuse(login, 'login_failed'));
    await expectProblems(['Login failed']);
    await expect.element(email()).toHaveValue('rosa@example.com');
  });

  testLooks('the sign-in page after a sign-in that failed', () => openWith(refuse(login, 'login_failed')));

  test('says what to try after a sign-in that failed, and not where something else is the matter', async () => {
    const server = await openWith(refuse(login, 'login_failed'));
    for (const words of ['Caps Lock', 'another email address', 'follow the link in our mail']) await expectText(words);
    const link = page.getByRole('link', { name: 'Set a new password' });
    await expect.element(link).toHaveAttribute('href', '/forgot-password');
    server.answer(offline(login));
    await press('Sign in');
    await expectText(/could not be reached/);
    await expect.element(page.getByText('What you can try')).not.toBeInTheDocument();
  });

  test('says why it failed if there is no connection or too many tries', async () => {
    const server = await openWith(offline(login));
    await expectProblems([
      'Login failed. The server could not be reached. Please check your connection and try again.',
    ]);
    server.answer(refuse(login, 'rate_limited'));
    await press('Sign in');
    await expectProblems(['Too many requests. Please wait a moment and try again.']);
  });

  test('shows the server’s refusal at its field', async () => {
    await openWith(refuse(login, 'validation_failed', { problems: { email: { code: 'not_email' } } }));
    await expectProblems(['Email: Enter an e-mail address such as name@example.com.']);
    await expectFieldProblem(email(), 'Enter an e-mail address such as name@example.com.');
  });

  test('is busy while it waits, and sends nothing twice', async () => {
    const refused = late(refuse(login, 'rate_limited'));
    const server = await openWith(refused);
    await password().click();
    await expect.element(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    refused.letGo();
    await expectProblems(['Too many requests. Please wait a moment and try again.']);
    expect(server.sent(login).map(({ body }) => body)).toEqual([
      {
        email: 'rosa@example.com',
        password: 'three blue teacups',
        registrationKey: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  test('redirects a signed-in user to the dashboard', async () => {
    await renderPage('/login', { user: customer, answers: [never(myBuckets), never(listPrompts)] });
    await expectPath('/dashboard');
  });
});

describe('an address that is not verified', () => {
  test('gets a message, and the mail can be requested again', async () => {
    const server = await openWith(refuse(login, 'email_not_verified'), offline(resendVerification));
    await expectText('Your email address has not been verified. Please verify your email to continue.');
    await expectAccessible();
    await press('Resend verification email');
    await expectText(/^Failed to resend verification email\. The server could not be reached\./);
    server.answer(never(resendVerification));
    await press('Resend verification email');
    await expect
      .element(page.getByRole('button', { name: 'Resend verification email' }))
      .toHaveAttribute('aria-busy', 'true');
    expect(server.sent(resendVerification).at(-1)?.body).toEqual({ email: 'rosa@example.com' });
  });

  test('says when the mail can be requested again', async () => {
    await openWith(
      refuse(login, 'email_not_verified'),
      refuse(resendVerification, 'rate_limited', { retryAfter: 3000 }),
    );
    await press('Resend verification email');
    await expectAlert('It can be sent again in 50 minutes.');
  });
});

describe('the second step', () => {
  const openSecondStep = () => openWith(refuse(login, 'totp_required'));
  const code = () => page.getByLabelText('Code');

  testLooks('the second step', async () => {
    await openSecondStep();
    await expectText('Your password is right. One more step: the code of your authenticator app.');
  });

  test('has the focus, and names what is wrong with a code', async () => {
    await openSecondStep();
    await expect.element(code()).toHaveFocus();
    await press('Sign in');
    await expectProblems(['Code: This field is required']);
    await fill('Code', '123');
    await expectProblems(['Code: Use at least 6 characters.']);
    await fill('Code', '123#456');
    await expectProblems(['Code: This value has the wrong format.']);
    await fill('Code', '1'.repeat(41));
    await expectProblems(['Code: Use at most 40 characters.']);
  });

  test('says that a code is wrong, and leads back to another account', async () => {
    const server = await openSecondStep();
    server.answer(refuse(login, 'totp_wrong'));
    await fill('Code', '123456');
    await press('Sign in');
    await expectProblems([
      'This code is not right, or it was used before. Please wait for the next one and try again.',
    ]);
    await press('Use another account');
    await expect.element(email()).toHaveValue('');
  });
});

/** Sends an address and a password that are well-formed. */
async function openWith(...answers: Answer[]) {
  const server = await renderPage('/login', { answers });
  await fill('Email', 'rosa@example.com');
  await fill('Password', 'three blue teacups');
  await press('Sign in');
  return server;
}
