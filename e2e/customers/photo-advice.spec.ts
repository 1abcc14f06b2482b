import { createBucket, payForBucket, untilFilmsMade, untilOwnPhotosSeen } from '../support/customer.ts';
import { customerTest as test, expect } from '../support/fixtures.ts';
import { fastForwardUntil } from '../support/page-clock.ts';
import { familyPhoto, singlePhoto } from '../support/sample-photos.ts';
import { uploadedPhoto } from '../support/wizard-page.ts';

// Only the embedded renderer cannot render every effect.
test.use({ filmsBy: 'embedded renderer' });

test(
  'a film that shows another effect than was chosen says so in the gallery, and below its name',
  { tag: '@full' },
  async ({ page, product, customer }) => {
    const bucketId = await createBucket(product, customer, [
      { path: singlePhoto, theme: 'Single person', effect: 'Wave' },
    ]);
    await payForBucket(product, customer, bucketId);
    await untilFilmsMade(product, customer, bucketId);
    await page.goto('/dashboard');
    const instead = 'We found no raised, open hand in the photo that we could move, so this film shows a nod instead.';
    await expect(page.getByText(instead)).toBeVisible();
    await page.getByRole('button', { name: 'Watch' }).first().click();
    await expect(page.getByRole('dialog', { name: /^Wave/ }).getByText(instead)).toBeVisible();
  },
);

test('advice about a photo matches the theme and the effects; what one will be instead needs a yes, and nothing else', async ({
  page,
  product,
}) => {
  await page.clock.install();
  await page.goto('/process');
  await page.locator('input[type="file"]').first().setInputFiles(familyPhoto);
  const card = page.getByRole('group', { name: 'Photo 1 of 1' });
  await expect(uploadedPhoto(page, 1, 1)).toBeVisible();
  await untilOwnPhotosSeen(page, product);
  await fastForwardUntil(page, card.getByText('We see 5 faces in this photo.'));
  const moveAll = card.getByText('All of them will move, not only one.');
  const theme = card.getByLabel('Who is in the photo?');
  await theme.selectOption({ label: 'Couple or group' });
  await card.getByRole('button', { name: 'Smile' }).click();
  await expect(moveAll).toBeHidden();
  await theme.selectOption({ label: 'Single person' });
  await expect(moveAll).toBeVisible();
  const wave = card.getByRole('button', { name: 'Wave', exact: true });
  await expect(card.getByText('will be a nod')).toBeVisible();
  await wave.click();
  await expect(
    card.getByText('“Wave”: we found no raised, open hand that we can move, so the film will show a nod instead.'),
  ).toBeVisible();
  await expect(wave).toHaveAttribute('aria-pressed', 'false');
  await card.getByRole('button', { name: 'Yes, as a nod' }).click();
  await expect(wave).toHaveAttribute('aria-pressed', 'true');

  await page.getByLabel('My photos meet the photo guidelines.').check();
  await page.getByLabel(/I agree that the purchase is final/).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Invoice details' })).toBeVisible();
});
