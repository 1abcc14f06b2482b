import { listPriceLists, previewPricing, setPricing } from '@keepsake/contract/orders/pricing';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, refuse, reply } from '../../../test/answers.ts';
import { testLooks } from '../../../test/looks.ts';
import { earlier, history, longName, openPrices as open, pricing, saved } from '../../../test/prices.ts';
import { expectAlert, expectFieldProblem, expectText, fill, press } from '../../../test/screen.ts';
import { resizeTo } from '../../../test/window.ts';

const firstThreshold = () =>
  page.getByRole('group', { name: 'Discount for many photos' }).getByLabelText('From how many').first();

describe('sample orders', () => {
  test('show the total now and with the prices of the form, while these make sense', async () => {
    await resizeTo(1280, 900);
    const server = await open();
    const samples = page.getByRole('region', { name: 'Three sample orders' });
    const row = samples.getByRole('row', { name: /^1 photo × 1 effect × 1 version/ });
    await expect.element(row.getByText('no change')).toBeVisible();
    await expect.element(samples.getByText('discounts: 15%, 10%').first()).toBeVisible();
    await fill('Price of a photo', '5,99');
    await expect.element(row.getByText('+$1.00 (+20%)')).toBeVisible();
    expect(server.sent(previewPricing).at(-1)?.body).toEqual({ ...pricing, basePrice: 5.99 });
    await fill('Price of a photo', '');
    await expectText('Shown once every price and discount above is right.');
    await expect.element(row).not.toBeInTheDocument();
    await fill('Price of a photo', '5');
    await page.getByLabelText('Currency').selectOptions('EUR');
    await expect.element(row.getByText('another currency')).toBeVisible();
    server.answer(refuse(previewPricing, 'internal_error'));
    await fill('Price of a photo', '6');
    await expectAlert('The sample orders could not be calculated: Something went wrong.');
  });
});

describe('a change that is rarely meant', () => {
  const risks = ['currency', 'base_price', 'variant_price', 'free_discount'];
  const unconfirmed = refuse(setPricing, 'prices_not_confirmed', { risks, current: pricing });
  const openAsked = async () => {
    const server = await open(unconfirmed);
    await fill('Price of a photo', '10');
    await press('Save prices');
    await expect.element(page.getByRole('alertdialog', { name: 'Save these prices?' })).toBeVisible();
    return server;
  };

  testLooks('a change that is rarely meant', openAsked);

  test('is saved once a word is typed', async () => {
    const server = await openAsked();
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog.getByText(/^The currency changes from USD to USD\./)).toBeVisible();
    await expect.element(dialog.getByText('Price of a photo: from $4.99 to $10.00 (+100.4%).')).toBeVisible();
    await expect.element(dialog.getByText(/^There is a discount of 100%/)).toBeVisible();
    const save = dialog.getByRole('button', { name: 'Save prices' });
    const word = dialog.getByLabelText('Type “change” to confirm');
    await expect.element(word).toHaveFocus();
    await save.click();
    await expectFieldProblem(word, 'Type “change”, or cancel.');
    expect(server.sent(setPricing)).toHaveLength(1);
    server.answer(saved({ basePrice: 10 }));
    await word.fill(' Change ');
    await save.click();
    await expectText('Pricing updated successfully');
    expect(server.sent(setPricing).map(({ body }) => (body as { confirm: string[] }).confirm)).toEqual([[], risks]);
    await press('Save prices');
    await expect.poll(() => server.sent(setPricing).at(-1)?.body).toMatchObject({ confirm: [] });
  });

  test('is not saved when the confirmation is cancelled, and needs it again', async () => {
    const server = await openAsked();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Price of a photo')).toHaveValue('10');
    expect(server.sent(setPricing)).toHaveLength(1);
    await press('Save prices');
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
  });
});

test('prices cannot be changed while they are being saved', async () => {
  const late = held(setPricing, { data: { ...pricing, basePrice: 10 }, revision: 4, warnings: [] });
  const server = await open(late);
  const restore = page.getByRole('button', { name: /^Restore the prices of 12 Oct 2026/ });
  await expect.element(restore).toBeEnabled();
  await fill('Price of a photo', '10');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server.sent(setPricing)).toHaveLength(1);
  (firstThreshold().element() as HTMLElement).focus();
  await userEvent.keyboard('9');
  await expect.element(firstThreshold()).toHaveValue('5');
  await expect.element(page.getByRole('button', { name: 'Add level' }).first()).toBeDisabled();
  await expect.element(page.getByRole('button', { name: /^Remove the level/ }).first()).toBeDisabled();
  await expect.element(restore).toBeDisabled();
  late.letGo();
  await expectText('Pricing updated successfully');
  await firstThreshold().fill('6');
  await expect.element(firstThreshold()).toHaveValue('6');
});

describe('the history of prices', () => {
  const table = () => page.getByRole('table', { name: 'History of prices' });

  test('says who changed what when, and leaves the prices in force as they are', async () => {
    await open();
    await expect.element(table().getByText('In force now')).toBeVisible();
    await expect.element(table().getByText(longName).first()).toBeVisible();
    await expect.element(table().getByText('$3.99 → $4.99')).toBeVisible();
    await expect.element(table().getByText('from 20: 50% → from 5: 10%, from 10: 15%')).toBeVisible();
    await expect.element(table().getByText('The first prices of this product')).toBeVisible();
    expect(table().getByRole('button').elements()).toHaveLength(2);
  });

  test('puts earlier prices into the form, with their samples, and saves them as new ones', async () => {
    const server = await open(saved(earlier));
    await table()
      .getByRole('button', { name: /^Restore the prices of 12 Oct 2026/ })
      .click();
    await expectText(/The form shows the prices of 12 Oct 2026/);
    await expect.element(page.getByLabelText('Price of a photo')).toHaveValue('3.99');
    await expect.element(firstThreshold()).toHaveValue('20');
    await expect.poll(() => server.sent(previewPricing).at(-1)?.body).toEqual(earlier);
    expect(server.sent(setPricing)).toHaveLength(0);
    await press('Save prices');
    await expectText('Pricing updated successfully');
    expect(server.sent(setPricing)[0]?.body).toEqual({ ...earlier, revision: 3, confirm: [] });
    await expect.poll(() => server.sent(listPriceLists)).toHaveLength(2);
  });

  test('asks for confirmation before it replaces unsaved prices', async () => {
    await open();
    await fill('Price of a photo', '6');
    await table().getByRole('button').first().click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByLabelText('Price of a photo')).toHaveValue('6');
    await table().getByRole('button').first().click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(page.getByLabelText('Price of a photo')).toHaveValue('3.99');
  });

  test('shows older prices', async () => {
    const [first] = history().data.slice(-1);
    if (!first) throw new Error('There is a first price list');
    const server = await open(reply(listPriceLists, { ...history(), total: 4 }));
    await expect.element(table()).toBeVisible();
    server.answer(reply(listPriceLists, { data: [{ ...first, revision: 0 }], total: 4 }));
    await press('Show older prices');
    await expect.poll(() => server.sent(listPriceLists).at(-1)?.query).toEqual({ page: '2' });
    await expect.element(page.getByRole('button', { name: 'Show older prices' })).not.toBeInTheDocument();
  });

  test('says why it cannot be shown', async () => {
    await open(refuse(listPriceLists, 'internal_error'));
    await expectText('The history could not be loaded: Something went wrong.');
  });
});
