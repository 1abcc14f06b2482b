import {
  register,
  resendVerification,
  verifyEmail,
  verifyEmailWithPassword,
} from '@keepsake/contract/accounts/accounts';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, never, offline, refuse, reply } from '../../../test/answers.ts';
import { expectAccessible, testLooks } from '../../../test/looks.ts';
import { idOf, longWord } from '../../../test/orders.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { priceAnswers } from '../../../test/prices.ts';
import {
  expectAlert,
  expectFieldProblem,
  expectHeading,
  expectPath,
  expectProblems,
  expectText,
  fill,
  press,
} from '../../../test/screen.ts';
import { stopTimers } from '../../../test/stop-timers.ts';
import { testVariations } from '../../../test/variations.ts';

const link = new URLSearchParams({ token: 'A'.repeat(43), userId: idOf(1) }).toString();

describe('the registration', () => {
  testLooks('the registration with errors and a long name', async () => {
    await renderPage('/register');
    await fill('Name', longWord);
    await press('Create account');
    await expectHeading('There is a problem');
  });

  test('names every mistake at its field, in the order of the page', async () => {
    await renderPage('/register');
    await press('Create account');
    await expectProblems([
      'Name: This field is required',
      'Email: This field is required',
      'Password: This field is required',
      'Confirm password: This field is required',
      'You must accept the Terms and Conditions',
    ]);
    expect(document.title).toMatch(/^Error: /);
    await expectFieldProblem(page.getByLabelText('Name'), 'This field is required');
    await expectFieldProblem(
      page.getByLabelText('I accept the Terms and Conditions.'),
      'You must accept the Terms and Conditions',
    );
  });

  testVariations([
    { field: 'Name', typed: 'n'.repeat(101), problem: 'Use at most 100 characters.' },
    { field: 'Email', typed: 'ilse@example', problem: 'Enter an e-mail address such as name@example.com.' },
    { field: 'Email', typed: `${'a'.repeat(60)}@${'b'.repeat(200)}.com`, problem: 'Use at most 254 characters.' },
    { field: 'Password', typed: 'short', problem: 'Use at least 8 characters.' },
    { field: 'Password', typed: 'p'.repeat(257), problem: 'Use at most 256 characters.' },
  ])('refuses as $field what is wrong: $problem', async ({ field, typed, problem }) => {
    await openFilledIn({ [field]: typed, ...(field === 'Password' && { 'Confirm password': typed }) });
    await press('Create account');
    await expectProblems([`${field}: ${problem}`]);
    await expectFieldProblem(page.getByLabelText(field, { exact: true }), problem);
  });

  test('compares both passwords while they are typed', async () => {
    await openFilledIn({ 'Confirm password': 'qwertyuio' });
    await press('Create account');
    await expectProblems(['Confirm password: Passwords do not match']);
    await fill('Confirm password', 'three blue teacups');
    await expect.element(page.getByRole('heading', { name: 'There is a problem' })).not.toBeInTheDocument();
  });

  testVariations([
    {
      problem: { code: 'too_common' },
      words: 'This password is too common. Please choose one that is harder to guess.',
    },
    {
      problem: { code: 'too_personal' },
      words: 'Please choose a password without the name of this service, your name or your e-mail address.',
    },
  ] as const)('shows what the server holds against a password: $problem.code', async ({ problem, words }) => {
    await openFilledIn({}, refuse(register, 'validation_failed', { problems: { password: problem } }));
    await press('Create account');
    await expectProblems([`Password: ${words}`]);
    await page.getByRole('link', { name: `Password: ${words}` }).click();
    await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
    await expect.element(page.getByLabelText('Email')).toHaveValue('ilse@example.com');
    await fill('Password', 'an orchard after rain');
    await expect.element(page.getByText(words)).not.toBeInTheDocument();
  });

  test('says that it failed, and why', async () => {
    const server = await openFilledIn({}, refuse(register, 'registration_failed'));
    await press('Create account');
    await expectProblems(['Registration failed. Please try again.']);
    server.answer(offline(register));
    await press('Create account');
    await expectProblems([
      'Registration failed. Please try again. The server could not be reached. Please check your connection and try again.',
    ]);
  });

  test('is busy while it waits', async () => {
    await openFilledIn({}, never(register));
    await press('Create account');
    await expect.element(page.getByRole('button', { name: 'Create account' })).toHaveAttribute('aria-busy', 'true');
  });

  testLooks('the landing page after a registration', () => openRegistered(`${'rosa'.repeat(12)}@example.com`));

  test('says where the mail was sent, and sends it again', async () => {
    const server = await openRegistered('ilse@example.com');
    await expectText('The verification email was sent to ilse@example.com.');
    server.answer(offline(resendVerification));
    await press('Resend verification email');
    await expectAlert('Failed to resend verification email. The server could not be reached.');
    server.answer(reply(resendVerification, { message: 'ok' }));
    await press('Resend verification email');
    await expectText('Verification email sent successfully. Please check your inbox.');
    expect(server.sent(resendVerification).map(({ body }) => body)).toEqual([
      { email: 'ilse@example.com' },
      { email: 'ilse@example.com' },
    ]);
    await expectAccessible();
    await press('Dismiss');
    await expect.element(page.getByText('ilse@example.com')).not.toBeInTheDocument();
  });

  testVariations([
    { seconds: 20, words: 'It can be sent again in 1 minute.' },
    { seconds: 2041, words: 'It can be sent again in 35 minutes.' },
  ])('says when the mail can be sent next: after $seconds seconds', async ({ seconds, words }) => {
    const server = await openRegistered('ilse@example.com');
    server.answer(refuse(resendVerification, 'rate_limited', { retryAfter: seconds }));
    await press('Resend verification email');
    await expectAlert(`It has been sent several times already. ${words}`);
  });

  test('keeps the address out of the history', async () => {
    await openRegistered('ilse@example.com');
    await expect.poll(() => JSON.stringify(history.state)).not.toContain('ilse');
    await expectText('The verification email was sent to ilse@example.com.');
  });

  test('says where to look for the mail, and sends what was chosen', async () => {
    const server = await openFilledIn({}, reply(register, { message: 'ok' }));
    server.answer(...priceAnswers());
    await page.getByRole('main').getByLabelText('Language').selectOptions('Deutsch');
    await page.getByLabelText('Send me the newsletter, at most twice per month.').click();
    await press('Create account');
    await expectText('Registration successful! Please check your email to verify your account.');
    await expectPath('/');
    expect(server.sent(register)[0]?.body).toEqual({
      name: 'Ilse Brandt',
      email: 'ilse@example.com',
      password: 'three blue teacups',
      defaultLanguage: 'de',
      newsletterConsent: true,
      registrationKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});

describe('the link of the verification mail', () => {
  test('is being checked, and its token is removed from the address', async () => {
    await renderPage(`/verify-email?${link}`, { answers: [never(verifyEmail)] });
    await expectText('Verifying your email address…');
    await expectPath('/verify-email');
    await expectAccessible();
  });

  testLooks('a verified address', openVerified);

  test('leads to the sign-in page by itself, with a success message', async () => {
    await openVerified();
    await expect.element(page.getByRole('link', { name: 'Continue now' })).toBeVisible();
    await vi.advanceTimersByTimeAsync(2_000);
    await expectPath('/login');
    await expectText('Thank you. You can sign in now.');
  });

  testLooks('a verification that is not answered', openUnanswered);

  test('is not reported as invalid if the request fails, and can be retried', async () => {
    const server = await openUnanswered();
    server.answer(reply(verifyEmail, { message: 'ok' }));
    stopTimers();
    await press('Try again');
    await expectVerified();
  });

  testLooks('a link that is no good', () => openRefused(`?${link}`));

  testVariations(['', '?token=abc', `?${link}`])(
    'that is invalid leads back to the sign-in page: “%s”',
    async (query) => {
      await openRefused(query);
      await expectAccessible();
      await page.getByRole('link', { name: 'Back to login' }).click();
      await expectPath('/login');
    },
  );

  testLooks('a password that is asked for', async () => {
    await openPasswordNeeded();
    await press('Verify and save password');
    await expectProblems(['New password: This field is required', 'Confirm password: This field is required']);
  });

  test('in another browser requests a new password, and then says that the address is verified', async () => {
    const server = await openPasswordNeeded();
    await fillPasswords();
    server.answer(reply(verifyEmailWithPassword, { message: 'ok' }));
    stopTimers();
    await press('Verify and save password');
    await expectHeading('Your email is verified');
    await expect.element(page.getByRole('link', { name: 'Continue now' })).toHaveAttribute('href', '/login');
    const sent = server.sent(verifyEmailWithPassword)[0]?.body;
    expect(sent).toEqual({ ...Object.fromEntries(new URLSearchParams(link)), newPassword: 'an orchard after rain' });
  });

  test('says what is wrong with the new password, and that it could not be saved', async () => {
    const server = await openPasswordNeeded();
    await fillPasswords();
    const problems = { newPassword: { code: 'too_common' } } as const;
    server.answer(refuse(verifyEmailWithPassword, 'validation_failed', { problems }));
    await press('Verify and save password');
    await expectProblems(['New password: This password is too common. Please choose one that is harder to guess.']);
    server.answer(refuse(verifyEmailWithPassword, 'internal_error'));
    await press('Verify and save password');
    await expectProblems(['The password could not be saved. Please try again.']);
  });

  test('that was used in the meantime says so', async () => {
    const server = await openPasswordNeeded();
    await fillPasswords();
    server.answer(refuse(verifyEmailWithPassword, 'verification_link_invalid'));
    await press('Verify and save password');
    await expectHeading('This link does not work');
  });

  test('sends the key that the browser has stored since the registration', async () => {
    const registrationKey = 'a1'.repeat(32);
    localStorage.setItem('registrationKey', registrationKey);
    const server = await openVerified();
    expect(server.sent(verifyEmail)[0]?.query).toMatchObject({ registrationKey });
  });

  async function openPasswordNeeded() {
    const server = await renderPage(`/verify-email?${link}`, { answers: [refuse(verifyEmail, 'password_needed')] });
    await expectHeading('Choose your password');
    return server;
  }

  async function fillPasswords() {
    for (const label of ['New password', 'Confirm password']) await fill(label, 'an orchard after rain');
  }

  async function openVerified() {
    stopTimers();
    const server = await renderPage(`/verify-email?${link}`, { answers: [reply(verifyEmail, { message: 'ok' })] });
    await expectVerified();
    return server;
  }

  /** The token is sent after half a second. */
  async function expectVerified() {
    const heading = page.getByRole('heading', { name: 'Your email is verified' });
    await expect.poll(() => (vi.advanceTimersByTime(500), heading.query())).not.toBeNull();
  }

  async function openUnanswered() {
    const server = await renderPage(`/verify-email?${link}`, { answers: [offline(verifyEmail)] });
    await expectText('The server could not be reached. Please check your connection and try again.');
    return server;
  }

  async function openRefused(query: string) {
    await renderPage(`/verify-email${query}`, { answers: [refuse(verifyEmail, 'verification_link_invalid')] });
    await expectText(
      'The verification link is invalid or has expired. Please try logging in or request a new verification email.',
    );
  }
});

/** The page that a registration of this address leads to. */
async function openRegistered(email: string) {
  const server = await openFilledIn({ Email: email }, reply(register, { message: 'ok' }), ...priceAnswers());
  await press('Create account');
  await expectText('Registration successful! Please check your email to verify your account.');
  return server;
}

/** The form with everything right but `more`. */
async function openFilledIn(more: Record<string, string>, ...answers: Answer[]) {
  const server = await renderPage('/register', { answers });
  const right = {
    Name: 'Ilse Brandt',
    Email: 'ilse@example.com',
    Password: 'three blue teacups',
    'Confirm password': 'three blue teacups',
  };
  for (const [label, text] of Object.entries({ ...right, ...more })) await fill(label, text);
  await page.getByLabelText('I accept the Terms and Conditions.').click();
  return server;
}
