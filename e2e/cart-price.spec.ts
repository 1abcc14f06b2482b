import { customerTest as test, expect } from './fixtures.ts';
import { samplePhotos, singlePhoto } from './sample-photos.ts';
import { openWizard } from './wizard-page.ts';

const calculation = '**/api/pricing/calculate';

test.describe('the price of the set that is being put together', () => {
  test('says when one more photo reaches the next discount', async ({ page }) => {
    await openWizard(page);
    await page.getByLabel('Choose photos').setInputFiles(samplePhotos.slice(0, 4));
    const within = page.getByText('1 more photo, and the photos are 10% cheaper');
    await expect(within).toBeVisible();
    await page.getByLabel('Add more photos').setInputFiles(singlePhoto);
    await expect(within).toBeHidden();
    await expect(page.getByText('Discount for several photos (10%)')).toBeVisible();
  });

  test('that is refused, answered with something else or not answered says so, and is asked for again', async ({
    page,
    faults,
  }) => {
    faults.allow('net::ERR_FAILED');
    await openWizard(page);
    const price = page.getByRole('complementary', { name: 'Your price' });
    for (const { answer, words } of [
      {
        answer: { status: 400, json: { error: 'No.', code: 'malformed_request' } },
        words: 'Failed to calculate price',
      },
      { answer: { json: { price: 'low' } }, words: 'Invalid price calculation response' },
      { answer: null, words: 'Unable to calculate price' },
    ]) {
      await page.route(calculation, (route) => (answer === null ? route.abort() : route.fulfill(answer)));
      await page.getByLabel(/Choose photos|Add more photos/).setInputFiles(singlePhoto);
      await expect(price.getByText(words)).toBeVisible();
      await page.unroute(calculation);
      await price.getByRole('button', { name: 'Try again' }).click();
      await expect(price.getByText('Total', { exact: true })).toBeVisible();
    }
  });

  test('says so where there are no prices to be had', async ({ page, faults }) => {
    faults.allow('status of 500');
    await page.route('**/api/pricing', (route) => route.fulfill({ status: 500, json: {} }));
    await openWizard(page);
    await expect(page.getByText('Unable to load pricing')).toBeVisible();
  });
});
