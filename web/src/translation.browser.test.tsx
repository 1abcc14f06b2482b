import { login } from '@keepsake/contract/accounts/accounts';
import { deleteContentFile, getBucket } from '@keepsake/contract/photos/content';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { offline, refuse, reply } from '../test/answers.ts';
import { aBucket, aPhoto } from '../test/orders.ts';
import { renderPage } from '../test/render-page.tsx';
import { expectHeading, expectProblems, expectText, fill, press } from '../test/screen.ts';
import { customer } from '../test/users.ts';
import { aFile, card, choose, wizardAnswers, tile } from '../test/wizard.ts';

/** `TRANSLATED=1` does the same to every other test of a screen; test/translator.ts tells of every text that would not bear it. */
describe('a page that the browser translates', () => {
  test('takes a wrong password, and the next try', async () => {
    const server = await renderPage('/login', { answers: [refuse(login, 'login_failed')], isTranslated: true });
    await expect.poll(() => document.querySelectorAll('font').length).toBeGreaterThan(20);
    await press('Sign in');
    await expectProblems(['Email: This field is required', 'Password: This field is required']);
    await fill('Email', 'rosa@example.com');
    await fill('Password', 'three blue teacups');
    await press('Sign in');
    await expectProblems(['Login failed']);
    server.answer(offline(login));
    await press('Sign in');
    await expectProblems([
      'Login failed. The server could not be reached. Please check your connection and try again.',
    ]);
  });

  test('goes through the whole first step of an order', async () => {
    const bucket = aBucket(1, { Contents: [aPhoto(1)] });
    sessionStorage.setItem('existingBucketId', bucket.id);
    const answers = [
      ...wizardAnswers(),
      reply(getBucket, { bucket }),
      reply(deleteContentFile, { wasLastContent: false }),
    ];
    await renderPage('/process', { user: customer, answers, isTranslated: true });
    await expect.element(card(1)).toBeVisible();
    await choose(aFile('image.jpg'));
    await expect.element(card(2).getByRole('button', { name: 'Remove photo' })).toBeVisible();
    await expectText('Photo 2 of 2:');
    await card(2).getByLabelText('Who is in the photo?').selectOptions('Single person');
    await tile(2, 'Wave').click();
    await expectText('Your choices are saved');
    await press('Continue');
    await expectHeading('There is a problem');
    await card(2).getByRole('button', { name: 'Remove photo' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove photo' }).click();
    await expect.element(card(2)).not.toBeInTheDocument();
    await expectText('Photo 1 of 1:');
  });
});
