import { ledgerBalance, listLedger } from '@keepsake/contract/orders/ledger';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openTab, pageOf } from '../../../test/admin.ts';
import { type Answer, never, refuse, reply } from '../../../test/answers.ts';
import { anEntry, comparison, differing, granted } from '../../../test/ledger.ts';
import { expectAccessible, expectReadableTables, testLooks } from '../../../test/looks.ts';
import { idOf, longWord } from '../../../test/orders.ts';
import { expectAlert, expectLoading, expectPath, expectProblems, expectText, press } from '../../../test/screen.ts';

describe('the ledger', () => {
  const open = (...answers: Answer[]) =>
    openTab('ledger', [
      reply(listLedger, pageOf([granted, anEntry('1')], {}, 12)),
      reply(ledgerBalance, { comparison: null }),
      ...answers,
    ]);
  const entries = () => page.getByRole('table', { name: 'Entries' });
  const days = () => page.getByRole('form', { name: 'Compare these days' });

  testLooks('the ledger', async () => {
    await open(reply(ledgerBalance, { comparison: differing }));
    await expectAlert('1 thing differs');
  });

  test('is loading', async () => {
    await open(never(listLedger), never(ledgerBalance));
    await expectLoading();
  });

  test('says why it cannot be shown', async () => {
    await open(refuse(listLedger, 'internal_error'));
    await expectAlert('Something went wrong. Please try again.');
  });

  test('is empty', async () => {
    await open(reply(listLedger, pageOf([])));
    await expectText('No money has moved yet.');
    await expectText('Nothing has been compared yet.');
  });

  test('shows what was granted by whom', async () => {
    await open();
    for (const words of ['Films granted', '2 films of Smile', 'Recorded by Ada Keeper', longWord])
      await expect.element(entries().getByText(words)).toBeVisible();
  });

  test('has room for sets and references beside the longest note', async () => {
    const noted = { ...granted, note: longWord.repeat(8), reference: 're_'.padEnd(40, 'x'), order: idOf(1) };
    await open(reply(listLedger, pageOf([noted, anEntry('1')])));
    await expectText(noted.note);
    await expectReadableTables([390, 768, 1280, 1920]);
  });

  test('goes on after the entries that were counted', async () => {
    await open(reply(listLedger, pageOf([granted], { more: true }, 20)));
    const pages = page.getByRole('navigation', { name: 'Pages of the entries' });
    const second = pages.getByRole('link', { name: 'Page 2' });
    await second.click();
    await expect.element(second).toHaveAttribute('aria-current', 'page');
    await pages.getByRole('link', { name: 'Next page' }).click();
    await expectPath('/admin?tab=ledger&page=3');
  });

  test('is narrowed down by the address', async () => {
    const server = await open();
    await page.getByLabelText('What').selectOptions('Charge');
    server.answer(reply(listLedger, pageOf([anEntry('1')])));
    await press('Show');
    await expectPath('/admin?tab=ledger&kind=charge');
    await expect.element(entries().getByText('Films granted')).not.toBeInTheDocument();
  });

  test('leads to the page of the order', async () => {
    await open();
    const link = entries()
      .getByRole('link', { name: idOf(1) })
      .first();
    await expect.element(link).toHaveAttribute('href', `/admin?tab=orders&order=${idOf(1)}`);
  });

  test('needs days to compare, and few enough', async () => {
    const server = await open();
    await days().getByRole('button').click();
    await expectProblems(['From (UTC): This field is required', 'To (UTC): This field is required']);
    server.answer(refuse(ledgerBalance, 'period_not_usable'));
    await days().getByLabelText('From (UTC)').fill('2026-01-01');
    await days().getByLabelText('To (UTC)').fill('2026-03-01');
    await days().getByRole('button').click();
    await expectProblems(['Please choose at most 31 days, the first not after the last.']);
    await expectAccessible();
    server.answer(reply(ledgerBalance, { comparison }));
    await days().getByRole('button').click();
    await expectText('The ledger and the payment provider agree');
    await expectText('Payments compared: 2. Refunds compared: 1. Disputes compared: 0.');
  });

  test('names each difference', async () => {
    await open(reply(ledgerBalance, { comparison: differing }));
    await expectText('It is missing in our ledger.');
    await expectText('$5.00');
  });
});
