import { forgotPassword, resetPassword } from '@keepsake/contract/accounts/accounts';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { never, offline, refuse, reply } from '../../../test/answers.ts';
import { expectAccessible, testLooks } from '../../../test/looks.ts';
import { idOf } from '../../../test/orders.ts';
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
import { stopTimers } from '../../../test/stop-timers.ts';

describe('a forgotten password', () => {
  testLooks('the request for a reset link', () => renderPage('/forgot-password'));

  test('needs an address, and shows its format', async () => {
    await renderPage('/forgot-password');
    await press('Send reset link');
    await expectProblems(['Email: This field is required']);
    await fill('Email', 'rosa@example');
    await expectProblems(['Email: Enter an e-mail address such as name@example.com.']);
    await expectFieldProblem(page.getByLabelText('Email'), 'Enter an e-mail address such as name@example.com.');
  });

  testLooks('the answer to the request', async () => {
    await renderPage('/forgot-password', { answers: [reply(forgotPassword, { message: 'ok' })] });
    await fill('Email', 'rosa@example.com');
    await press('Send reset link');
    await expectHeading('Check your inbox');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('can be requested again after a failure', async () => {
    const server = await renderPage('/forgot-password', { answers: [refuse(forgotPassword, 'internal_error')] });
    await fill('Email', 'rosa@example.com');
    await press('Send reset link');
    await expectProblems(['Failed to send password reset link. Please try again.']);
    server.answer(never(forgotPassword));
    await press('Send reset link');
    await expect.element(page.getByRole('button', { name: 'Send reset link' })).toHaveAttribute('aria-busy', 'true');
  });
});

describe('the link of the reset mail', () => {
  const link = new URLSearchParams({ token: 'A'.repeat(43), userId: idOf(1) }).toString();

  testLooks('a reset link that does not work', async () => {
    await renderPage('/reset-password');
    await expectHeading('This link does not work');
    await expectText('This password reset link is invalid or has expired.');
    await expect
      .element(page.getByRole('link', { name: 'Request a new link' }))
      .toHaveAttribute('href', '/forgot-password');
  });

  testLooks('the form for a new password with errors', async () => {
    await renderPage(`/reset-password?${link}`);
    await press('Set new password');
    await expectProblems(['New password: This field is required', 'Confirm password: This field is required']);
  });

  test('names what is wrong with either password, and removes its token from the address', async () => {
    await renderPage(`/reset-password?${link}`);
    await expectPath('/reset-password');
    await fill('New password', 'short');
    await fill('Confirm password', 'something else');
    await press('Set new password');
    await expectProblems(['New password: Use at least 8 characters.', 'Confirm password: Passwords do not match.']);
    await fill('New password', 'p'.repeat(257));
    await fill('Confirm password', 'p'.repeat(257));
    await expectProblems(['New password: Use at most 256 characters.']);
    await expectAccessible();
  });

  test('shows why the server refused the password', async () => {
    const server = await openFilledIn();
    server.answer(refuse(resetPassword, 'validation_failed', { problems: { newPassword: { code: 'too_common' } } }));
    await press('Set new password');
    await expectProblems(['New password: This password is too common. Please choose one that is harder to guess.']);
  });

  test('says that it failed', async () => {
    const server = await openFilledIn();
    server.answer(offline(resetPassword));
    await press('Set new password');
    await expectProblems([
      'Failed to reset password. Please try again. The server could not be reached. Please check your connection and try again.',
    ]);
  });

  test('that was used before says so', async () => {
    const server = await openFilledIn();
    server.answer(refuse(resetPassword, 'reset_link_invalid'));
    await press('Set new password');
    await expectText('This password reset link is invalid or has expired.');
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expectPath('/forgot-password');
  });

  testLooks('a password that is changed', openDone);

  test('leads to the sign-in page by itself, with a success message', async () => {
    await openDone();
    await vi.advanceTimersByTimeAsync(3_000);
    await expectPath('/login');
    await expectText('You can sign in with your new password now.');
  });

  async function openFilledIn() {
    const server = await renderPage(`/reset-password?${link}`);
    await fill('New password', 'an orchard after rain');
    await fill('Confirm password', 'an orchard after rain');
    return server;
  }

  async function openDone() {
    const server = await openFilledIn();
    server.answer(reply(resetPassword, { message: 'ok' }));
    stopTimers();
    await press('Set new password');
    await expectHeading('Your password is changed');
    await expect.element(page.getByRole('link', { name: 'Continue now' })).toHaveAttribute('href', '/login');
  }
});
