import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as accounts from '@keepsake/contract/accounts/accounts';
import { linkIn } from '../../../test/mail-link.ts';
import { startTestApp } from '../../../test/harness.ts';

test('the log has every sign-in, failure and change by user id, and no address, password or token', async (t) => {
  const lines: string[] = [];
  const app = await startTestApp(t, { onLog: (line) => lines.push(line) });
  const email = 'logged@example.com';
  const password = 'seven green bicycles';
  const newPassword = 'an orchard after rain';
  const lastMail = async () => {
    await app.drain();
    return (await app.mails()).at(-1);
  };
  const signIn = (given: string) => app.call(accounts.login, { body: { email, password: given } });

  await app.call(accounts.register, { body: { name: 'Ilse Brandt', email, password } });
  const verification = linkIn(await lastMail(), '/verify-email');
  await signIn(password);
  await app.call(accounts.verifyEmail, { query: verification });
  await signIn('not this one');
  const { token } = (await signIn(password)).data;
  await app.call(accounts.updateProfile, { token, body: { currentPassword: 'wrong', newPassword } });
  const changed = await app.call(accounts.updateProfile, { token, body: { currentPassword: password, newPassword } });
  await app.call(accounts.logout, { token: changed.data.token });
  await app.call(accounts.forgotPassword, { body: { email } });
  const reset = linkIn(await lastMail(), '/reset-password');
  await app.call(accounts.resetPassword, { body: { ...reset, newPassword: password } });
  await app.call(accounts.resetPassword, { body: { ...reset, newPassword: password } });
  const last = (await signIn(password)).data.token;
  await app.call(accounts.deleteAccount, { token: last, body: { password } });

  const { userId } = verification;
  const events = lines
    .map((line) => JSON.parse(line))
    .filter((entry) => entry.requestId && entry.userId === userId && entry.msg !== 'refused');
  assert.deepEqual(
    events.map(({ msg }) => msg),
    [
      'sign-in refused: address not verified',
      'address verified',
      'sign-in failed',
      'signed in',
      'password change refused: wrong password',
      'password changed',
      'signed out',
      'password reset',
      'password reset refused: link not valid',
      'signed in',
      'account deleted',
    ],
  );
  const secrets = [email, password, newPassword, 'not this one', token, last, verification.token, reset.token];
  for (const line of lines) {
    for (const secret of secrets) assert.ok(!line.includes(secret), line);
  }
});
