import { getPricing, setPricing } from '@keepsake/contract/orders/pricing';
import { listUsers } from '@keepsake/contract/accounts/users';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeLanguage } from '../../shared/texts/texts.ts';
import { pageOf } from '../../../test/admin.ts';
import { never, offline, refuse, reply } from '../../../test/answers.ts';
import { expectAccessible, testLooks } from '../../../test/looks.ts';
import { openPrices as open, pricing, saved } from '../../../test/prices.ts';
import {
  expectAlert,
  expectFieldProblem,
  expectLoading,
  expectPath,
  expectProblems,
  expectText,
  fill,
  press,
} from '../../../test/screen.ts';
import { resizeTo } from '../../../test/window.ts';
import { testVariations } from '../../../test/variations.ts';

const photos = () => page.getByRole('group', { name: 'Discount for many photos' });
const firstThreshold = () => photos().getByLabelText('From how many').first();
const firstPercent = () => photos().getByLabelText('Discount (%)').first();
const noNumber = 'Enter a plain number such as 1000 or 4.99, without thousands separators.';
const save = () => page.getByRole('button', { name: 'Save prices' });

describe('the prices', () => {
  testLooks('the prices', async () => {
    await open();
    await expectText('Discount for large orders');
  });

  testLooks('the prices with errors', async () => {
    await open();
    await fill('Price of a photo', '');
    await press('Save prices');
    await firstThreshold().fill('0');
    await expectText('Enter a whole number of 1 or more.');
  });

  test('are loading', async () => {
    await open(never(getPricing));
    await expectLoading();
  });

  test('say why they cannot be shown', async () => {
    await open(refuse(getPricing, 'internal_error'));
    await expectAlert('Failed to load pricing data: Something went wrong. Please try again.');
  });

  testVariations([
    { typed: '', problem: 'This field is required' },
    { typed: '0', problem: 'Must be 0.01 or more.' },
    { typed: '1000001', problem: 'Must be 1000000 or less.' },
    { typed: 'abc', problem: noNumber },
    { typed: '1.005', problem: noNumber },
    { typed: '1,000', problem: noNumber },
    { typed: '0x10', problem: noNumber },
    { typed: '1e3', problem: noNumber },
  ])('have rules: “$typed”', async ({ typed, problem }) => {
    await open();
    for (const field of ['Price of a photo', 'Price of a further film']) await fill(field, typed);
    await press('Save prices');
    await expectProblems([`Price of a photo: ${problem}`, `Price of a further film: ${problem}`]);
    await expectFieldProblem(page.getByLabelText('Price of a photo'), problem);
  });

  test('are saved with a comma or a point', async () => {
    const server = await open(saved({ basePrice: 6.5 }));
    await fill('Price of a photo', '6,50');
    await press('Save prices');
    await expectText('Pricing updated successfully');
    expect(server.sent(setPricing)[0]?.body).toEqual({ ...pricing, basePrice: 6.5, revision: 3, confirm: [] });
  });

  test('say in sight that they are saved, until a later attempt meets an error', async () => {
    const server = await open(saved());
    const notice = page.getByText('Pricing updated successfully');
    const far = page.getByRole('button', { name: 'Add level' }).first();
    await press('Save prices');
    await expect.element(notice).toBeInViewport();
    await fill('Price of a photo', '1,000');
    await press('Save prices');
    await expectProblems([`Price of a photo: ${noNumber}`]);
    await expect.element(notice).not.toBeInTheDocument();
    await fill('Price of a photo', '5');
    await expect.element(far).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
    await press('Save prices');
    await expect.element(notice).toBeInViewport();
    server.answer(refuse(setPricing, 'internal_error'));
    await press('Save prices');
    await expectProblems(['Failed to update pricing: Something went wrong. Please try again.']);
    await expect.element(notice).not.toBeInTheDocument();
  });

  testVariations(['price', 'discount'] as const)(
    'are not lost by another tab unless that is confirmed: a %s',
    async (what) => {
      await resizeTo(1280, 900);
      await open(saved(), reply(listUsers, { ...pageOf([]), more: false }));
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      const field = what === 'price' ? page.getByLabelText('Price of a photo') : firstPercent();
      await field.fill('7');
      const tab = page
        .getByRole('navigation', { name: 'Sections of the admin dashboard' })
        .getByRole('link', { name: 'Users' });
      await tab.click();
      await expect.element(question).toBeVisible();
      await expectAccessible();
      await userEvent.keyboard('{Escape}');
      await expect.element(question).not.toBeInTheDocument();
      await expect.element(field).toHaveValue('7');
      expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
      await tab.click();
      await question.getByRole('button', { name: 'Discard changes' }).click();
      await expectPath('/admin?tab=users');
    },
  );

  test('are not lost by the Back button, by signing out or by another language', async () => {
    await resizeTo(1280, 900);
    await open(reply(listUsers, { ...pageOf([]), more: false }));
    const sections = page.getByRole('navigation', { name: 'Sections of the admin dashboard' });
    await sections.getByRole('link', { name: 'Users' }).click();
    await expectPath('/admin?tab=users');
    await sections.getByRole('link', { name: 'Pricing' }).click();
    await fill('Price of a photo', '7');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await expect.poll(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    window.history.back();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectPath('/admin?tab=pricing');
    await press('Account menu');
    await press('Logout');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await changeLanguage('de');
    await expect.element(page.getByLabelText('Preis eines Fotos')).toHaveValue('7');
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  });

  test('that are saved, or as they were, are left without a question', async () => {
    await resizeTo(1280, 900);
    await open(saved(), reply(listUsers, { ...pageOf([]), more: false }));
    await fill('Price of a photo', '7');
    await fill('Price of a photo', String(pricing.basePrice));
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
    await fill('Price of a photo', '7');
    await press('Save prices');
    await expectText('Pricing updated successfully');
    await page
      .getByRole('navigation', { name: 'Sections of the admin dashboard' })
      .getByRole('link', { name: 'Users' })
      .click();
    await expectPath('/admin?tab=users');
  });

  test('warn of what a card cannot be charged', async () => {
    await open(reply(setPricing, { data: pricing, revision: 4, warnings: ['below_card_minimum'] }));
    await press('Save prices');
    await expectText('With these prices some orders will cost less than a card can be charged.');
    await expectAccessible();
  });

  test('say why they could not be saved', async () => {
    const server = await open(offline(setPricing));
    await press('Save prices');
    await expectProblems([
      'Failed to update pricing: The server could not be reached. Please check your connection and try again.',
    ]);
    server.answer(refuse(setPricing, 'internal_error'));
    await press('Save prices');
    await expectProblems(['Failed to update pricing: Something went wrong. Please try again.']);
  });
});

describe('discounts', () => {
  test('get a level at the smallest number that is free', async () => {
    await open();
    await photos().getByRole('button', { name: 'Add level' }).click();
    await expect.element(firstThreshold()).toHaveValue('1');
    await expect.element(firstPercent()).toHaveValue('5');
    await photos().getByRole('button', { name: 'Remove the level from 1' }).click();
    await expect.element(firstThreshold()).toHaveValue('5');
  });

  testVariations([
    { typed: '10', problem: 'Threshold 10 already exists. Please choose another value.' },
    { typed: '0', problem: 'Enter a whole number of 1 or more.' },
    { typed: '2.5', problem: 'Enter a whole number of 1 or more.' },
  ])('refuse a level from $typed', async ({ typed, problem }) => {
    await open();
    await firstThreshold().fill(typed);
    await expect.element(photos().getByText(problem)).toBeVisible();
    await expect.element(save()).toBeDisabled();
    await firstThreshold().fill('7');
    await expect.element(save()).toBeEnabled();
  });

  testVariations(['101', '-1', '5.5', ''])('refuse “%s” percent', async (typed) => {
    await open();
    await firstPercent().fill(typed);
    await expectFieldProblem(firstPercent(), 'Enter a whole number from 0 to 100.');
    await expect.element(save()).toBeDisabled();
  });
});

describe('prices that somebody else changed in the meantime', () => {
  const current = { ...pricing, basePrice: 8.88, packageDiscounts: { 10: 20 } };
  const openChanged = async () => {
    const server = await open(refuse(setPricing, 'changed_meanwhile', { current, revision: 9 }));
    await fill('Price of a photo', '7.77');
    await press('Save prices');
    await expectText('Somebody else has changed this meanwhile');
    return server;
  };

  testLooks('prices that somebody else changed in the meantime', openChanged);

  test('are shown, each beside one’s own', async () => {
    await openChanged();
    await expectText('Now: $8.88');
    await expectText('Yours: $7.77');
    await expectText('Now: from 10: 20%');
  });

  test('can be overwritten', async () => {
    const server = await openChanged();
    server.answer(saved({ basePrice: 7.77 }));
    await press('Save mine all the same');
    await expectText('Pricing updated successfully');
    expect(server.sent(setPricing).at(-1)?.body).toMatchObject({ basePrice: 7.77, revision: 9 });
  });

  test('can be taken over', async () => {
    await openChanged();
    await press('Take over what is there now');
    await expect.element(page.getByLabelText('Price of a photo')).toHaveValue('8.88');
    await expect.element(page.getByText('Somebody else has changed this meanwhile')).not.toBeInTheDocument();
  });
});
