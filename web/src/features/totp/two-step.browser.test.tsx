import { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes, totpStatus } from '@keepsake/contract/accounts/totp';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, never, refuse, reply } from '../../../test/answers.ts';
import { testLooks } from '../../../test/looks.ts';
import { openProfile } from '../../../test/profile.ts';
import { expectAlert, expectLoading, expectProblems, expectText, fill, press } from '../../../test/screen.ts';
import { admin } from '../../../test/users.ts';

const begun = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Keepsake:ada?secret=JBSWY3DPEHPK3PXP',
};
const recoveryCodes = Array.from({ length: 10 }, (_, number) => `AAAA-BBBB-000${number}`);
const on = reply(totpStatus, { isOn: true, isRequired: true, recoveryCodesLeft: 7 });
const form = () => page.getByRole('form', { name: 'Turn on two-step sign-in' });

const open = (...answers: Answer[]) => openProfile(answers, admin);

test('two-step sign-in is loading', async () => {
  await open(never(totpStatus));
  await expectText('Two-step sign-in');
  await expectLoading();
});

test('two-step sign-in says why it cannot be shown', async () => {
  await open(refuse(totpStatus, 'internal_error'));
  await expectAlert('Something went wrong. Please try again.');
});

test('two-step sign-in is requested where administrators need it', async () => {
  await open(reply(totpStatus, { isOn: false, isRequired: true, recoveryCodesLeft: 0 }));
  await expectText(/^This site asks administrators for two-step sign-in/);
});

describe('turning two-step sign-in on', () => {
  testLooks('the key for the app', openKey);

  testLooks('the recovery codes', openCodes);

  test('needs the right password', async () => {
    await openPassword(refuse(beginTotp, 'password_wrong', { problems: { password: { code: 'password_wrong' } } }));
    await form().getByRole('button', { name: 'Continue' }).click();
    await expectProblems(['Current password: This field is required']);
    await form().getByLabelText('Current password').fill('not this one');
    await form().getByRole('button', { name: 'Continue' }).click();
    await expectProblems(['Current password: This password is not correct.']);
    await form().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('button', { name: 'Turn on two-step sign-in' })).toBeVisible();
  });

  test('needs the code of the app', async () => {
    const server = await openKey();
    await expectText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP');
    await form().getByRole('button', { name: 'Turn on' }).click();
    await expectProblems(['Code of the app: This field is required']);
    server.answer(refuse(confirmTotp, 'totp_wrong'));
    await fill('Code of the app', '123456');
    await form().getByRole('button', { name: 'Turn on' }).click();
    await expectProblems([
      'This code is not right, or it was used before. Please wait for the next one and try again.',
    ]);
  });

  test('shows ten recovery codes once, until the user confirms that they are saved', async () => {
    const server = await openCodes();
    server.answer(on);
    await expect.element(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveLength(10);
    await press('I have kept them');
    await expect.element(page.getByRole('list', { name: 'Recovery codes' })).not.toBeInTheDocument();
  });

  async function openPassword(...answers: Answer[]) {
    const server = await open(...answers);
    await press('Turn on two-step sign-in');
    return server;
  }

  async function openKey() {
    const server = await openPassword(reply(beginTotp, begun));
    await form().getByLabelText('Current password').fill('three blue teacups');
    await form().getByRole('button', { name: 'Continue' }).click();
    await expect.element(form().getByLabelText('Code of the app')).toBeVisible();
    return server;
  }

  async function openCodes() {
    const server = await openKey();
    server.answer(reply(confirmTotp, { recoveryCodes }));
    await fill('Code of the app', '123456');
    await form().getByRole('button', { name: 'Turn on' }).click();
    await expectText('Two-step sign-in is on');
    return server;
  }
});

describe('two-step sign-in that is on', () => {
  const fillIn = (label: string, text: string) =>
    page
      .getByRole('form', { name: /^(Turn off two-step sign-in|New recovery codes)$/ })
      .getByLabelText(label)
      .fill(text);

  test('says how many recovery codes are left', async () => {
    await open(on);
    await expectText('7 recovery codes left.');
  });

  test('is turned off with password and code', async () => {
    const server = await open(on, refuse(disableTotp, 'totp_wrong'));
    await press('Turn off two-step sign-in');
    await press('Turn off');
    await expectProblems(['Current password: This field is required', 'Code of the app: This field is required']);
    await fillIn('Current password', 'three blue teacups');
    await fillIn('Code of the app', '12');
    await expectProblems(['Code of the app: Use at least 6 characters.']);
    await fillIn('Code of the app', '123456');
    await press('Turn off');
    await expectProblems([
      'This code is not right, or it was used before. Please wait for the next one and try again.',
    ]);
    server.answer(
      reply(disableTotp, { message: 'ok' }),
      reply(totpStatus, { isOn: false, isRequired: false, recoveryCodesLeft: 0 }),
    );
    await press('Turn off');
    await expectText('Two-step sign-in is off');
  });

  testLooks('the form for new recovery codes', async () => {
    await open(on);
    await press('New recovery codes');
    await press('Make new codes');
    await expectProblems(['Current password: This field is required', 'Code of the app: This field is required']);
  });

  test('gets new recovery codes', async () => {
    await open(on, reply(renewRecoveryCodes, { recoveryCodes }));
    await press('New recovery codes');
    await fillIn('Current password', 'three blue teacups');
    await fillIn('Code of the app', '123456');
    await press('Make new codes');
    await expectText('AAAA-BBBB-0009');
  });
});
