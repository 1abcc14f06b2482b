import { patienceMs } from '../../server/test/until.ts';
import { password, uniqueEmail } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { followMail, register, signIn } from '../support/registration.ts';
import { singlePhoto } from '../support/sample-photos.ts';

test.use({ previews: true });

test('a visitor sees the own photo wink, and finds it with that effect in the first set after registering', async ({
  page,
  product,
  faults,
}) => {
  // The mailbox shows the mail itself, whose scripts are blocked.
  faults.allow('Blocked script execution');
  const customer = { name: 'Mira Holm', email: uniqueEmail('Mira Holm'), password };
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));

  await page.goto('/');
  const box = page.getByRole('region', { name: 'Try it with your own photo' });
  await box.getByLabel('Choose a photo').setInputFiles(singlePhoto);
  await expect(box.getByRole('img', { name: 'Preview of your photo: Smile' })).toBeVisible({ timeout: patienceMs });
  await box.getByRole('radio', { name: 'Wink' }).check();
  await expect(box.getByRole('img', { name: 'Preview of your photo: Wink' })).toBeVisible({ timeout: patienceMs });
  await expect(box.getByText('the film is made by Luma and will look different')).toBeVisible();
  expect(sent, 'nothing is uploaded').toEqual([]);

  await box.getByRole('button', { name: 'Make the film' }).click();
  await expect(page).toHaveURL('/register');
  await register(page, customer);
  await followMail(page, product, customer.email, /verify/i);
  await expect(page).toHaveURL('/login');
  await signIn(page, customer);

  await expect(page).toHaveURL('/process');
  const photo = page.getByRole('group', { name: /Photo 1 of 1/ });
  await expect(photo.getByRole('button', { name: 'Wink', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(photo.getByRole('button', { name: 'Remove photo' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('group', { name: /Photo 1 of 1/ }), 'once').toBeVisible();
});
