import type { Page } from '@playwright/test';
import { createBucket } from '../support/customer.ts';
import { customerTest, expect, test as visitorTest } from '../support/fixtures.ts';
import { singlePhoto } from '../support/sample-photos.ts';
import { chooseAction } from '../support/set-menu.ts';
import { dismissToast } from '../support/toast.ts';
import { openWizard } from '../support/wizard-page.ts';

const reload = 'Load the page again';
const missing = 'This part of the site could not be loaded.';

customerTest.describe('after a deployment, a page that was opened before', () => {
  customerTest('offers a reload if the code of a control is gone', async ({ page, product, customer, faults }) => {
    faults.allow('CodeUnavailable');
    await createBucket(product, customer, [{ path: singlePhoto, theme: 'Single person', effect: 'Smile' }]);
    await page.goto('/dashboard');
    const bar = page.getByRole('navigation').first();
    await expect(page.getByRole('button', { name: /^Actions for the set/ })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await deploy(page);
    for (const name of ['Create New Memory', /^Delete set/, /^History/]) {
      if (name === 'Create New Memory') await bar.getByRole('button', { name }).click();
      else await chooseAction(page, name);
      await expect(page.getByRole('button', { name: reload })).toBeVisible();
      await dismissToast(page, missing);
      await expect(page.getByRole('heading', { level: 1, name: 'Memory Gallery' })).toBeVisible();
    }
    await page.unroute(assets);
    await bar.getByRole('button', { name: 'Create New Memory' }).click();
    // Some browsers retry a missing script, others only after a reload.
    const steps = page.getByRole('list', { name: 'Steps of your order' });
    const again = page.getByRole('button', { name: reload });
    await expect(steps.or(again)).toBeVisible();
    if (await again.isVisible()) {
      await again.click();
      await bar.getByRole('button', { name: 'Create New Memory' }).click();
    }
    await expect(page).toHaveURL(/\/process$/);
    await expect(steps).toHaveCSS('list-style-type', 'none');
  });

  customerTest('says so if the code of a whole page is gone', { tag: '@full' }, async ({ page }) => {
    await openWizard(page);
    await page.waitForLoadState('networkidle');
    await deploy(page);
    await page.getByRole('link', { name: 'Memory Gallery' }).first().click();
    await expect(page.getByRole('alert')).toContainText(missing);
    await page.unroute(assets);
    await page.getByRole('button', { name: reload }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Memory Gallery' })).toBeVisible();
  });
});

visitorTest.describe('for a visitor', () => {
  visitorTest('a button of a page whose script is gone offers to load it again', async ({ page }) => {
    await page.route(/\/assets\/landing-/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/');
    await page.getByRole('button', { name: 'Play the films' }).first().click();
    await expect(page.getByRole('alert')).toContainText('This page does not answer');
    await page.unroute(/\/assets\/landing-/);
    await page.getByRole('button', { name: reload }).click();
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  for (const { name, answer } of [
    { name: 'fail', answer: 503 },
    { name: 'do not come', answer: null },
  ])
    visitorTest(
      `no page stays empty while its texts ${name}`,
      { tag: answer === null ? [] : '@full' },
      async ({ page, faults }) => {
        faults.allow('status of 503');
        await page.route('**/locales/**', (route) => (answer === null ? undefined : route.fulfill({ status: answer })));
        await page.clock.install();
        await page.goto('/login');
        await page.clock.runFor(6_000);
        await expect(page.getByText('This is taking longer than usual.')).toBeVisible();
        await page.clock.runFor(answer === null ? 150_000 : 20_000);
        await expect(page.getByText('This page could not be loaded.')).toBeVisible();
        await page.unroute('**/locales/**');
        await page.getByRole('button', { name: reload }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
      },
    );

  visitorTest('no page stays empty if the app does not load', async ({ page }) => {
    await page.route(/\/assets\/index-/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/login');
    await expect(page.getByText('This page could not be loaded.')).toBeVisible();
  });
});

const assets = '**/assets/**';

/** Makes the scripts of the loaded page disappear, as a deployment does. */
async function deploy(page: Page): Promise<void> {
  await page.route(assets, (route) => route.fulfill({ status: 404, body: 'is gone' }));
}
