import { listPrompts } from '@keepsake/contract/films/prompts';
import { getBucket, updateBatch } from '@keepsake/contract/photos/content';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, held, refuse, reply } from '../../../test/answers.ts';
import { dashboardAnswers } from '../../../test/dashboard.ts';
import { aBucket, aPhoto, idOf, smile, wave } from '../../../test/orders.ts';
import { expectHeading, expectPath, expectProblems, expectText, press } from '../../../test/screen.ts';
import { card, expectChosen, openWizard, tile } from '../../../test/wizard.ts';
import { useCart } from './cart/cart.ts';

describe('going on to the invoice', () => {
  test('ends when the customer leaves the page meanwhile', async () => {
    const server = await openWizard(dashboardAnswers([]), aBucket(1));
    await expectChosen(tile(1, 'Smile'));
    const late = held(getBucket, { bucket: aBucket(1, { name: 'Late' }) });
    server.answer(late);
    await agree();
    await press('Continue');
    await expect.poll(() => server.sent(getBucket)).toHaveLength(2);
    await page.getByRole('link', { name: 'Memory Gallery' }).click();
    await expectHeading('Memory Gallery');
    late.letGo();
    await expect.poll(() => useCart.getState().bucket?.name).toBe('Late');
    await press('Account menu');
    await expectPath('/dashboard');
  });

  test('ends when another set is begun meanwhile', async () => {
    const server = await openWizard([], aBucket(1));
    await expectChosen(tile(1, 'Smile'));
    const late = held(getBucket, { bucket: aBucket(1) });
    server.answer(late);
    await agree();
    await press('Continue');
    await expect.poll(() => server.sent(getBucket)).toHaveLength(2);
    await press('Create New Memory');
    await expect.element(card(1)).not.toBeInTheDocument();
    const button = page.getByRole('button', { name: 'Continue' });
    await expect.element(button).toHaveAttribute('aria-busy');
    late.letGo();
    await expect.element(button).not.toHaveAttribute('aria-busy');
    await expect.element(page.getByText('This memory set can no longer be changed')).not.toBeInTheDocument();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('says that a photo was deleted elsewhere, and saves the effects of the others', async () => {
    const server = await openWizard([], aBucket(1, { Contents: [aPhoto(1), aPhoto(2)] }));
    await expectChosen(tile(2, 'Smile'));
    const actions = [smile, wave].map(({ id }) => ({ promptId: id, variety: 1 }));
    const left = aBucket(1, { Contents: [aPhoto(2, { actions })] });
    server.answer(savesAllBut(idOf(201)), reply(getBucket, { bucket: left }));
    await tile(1, 'Wave').click();
    await tile(2, 'Wave').click();
    await agree();
    await press('Continue');
    await expectProblems(['Your set has changed meanwhile. Please look through your photos again.']);
    await expect.element(card(2)).not.toBeInTheDocument();
    expect(server.sent(updateBatch).at(-1)?.body).toMatchObject({ contents: [{ id: idOf(202) }] });
  });

  test('says that a chosen effect was renamed, and saves that it is not chosen any more', async () => {
    const server = await openWizard([], aBucket(1));
    await tile(1, 'Wave').click();
    await agree();
    server.answer(reply(listPrompts, { prompts: [smile, { ...wave, action: { en: 'Bow' } }] }));
    const stored = aPhoto(1, { actions: [smile, wave].map(({ id }) => ({ promptId: id, variety: 1 })) });
    server.answer(reply(getBucket, { bucket: aBucket(1, { Contents: [stored] }) }));
    await press('Continue');
    await expectProblems(['Your set has changed meanwhile. Please look through your photos again.']);
    await expectText('An effect that you had chosen is no longer offered and was taken away: photo-1.jpg.');
    await expectChosen(tile(1, 'Smile'));
    await expect.element(tile(1, 'Bow')).toHaveAttribute('aria-pressed', 'false');
    const left = { contents: [{ id: idOf(201), actions: [{ promptId: smile.id, variety: 1 }] }] };
    await expect.poll(() => server.sent(updateBatch).at(-1)?.body).toEqual(left);
  });

  test('says that the whole set was deleted elsewhere', async () => {
    const server = await openWizard([], aBucket(1));
    await expectChosen(tile(1, 'Smile'));
    server.answer(savesAllBut(idOf(201)), refuse(getBucket, 'not_found'));
    await tile(1, 'Wave').click();
    await agree();
    await press('Continue');
    await expectText('This memory set can no longer be changed');
  });
});

/** Refuses to save anything if this photo is among it. */
function savesAllBut(id: string): Answer {
  const saved = reply(updateBatch, { contents: [] });
  const refused = refuse(updateBatch, 'not_found');
  return { ...saved, respond: (sent) => (JSON.stringify(sent.body).includes(id) ? refused : saved).respond(sent) };
}

async function agree(): Promise<void> {
  await page.getByLabelText('My photos meet the photo guidelines.').click();
  await page.getByLabelText(/^I agree that the purchase is final/).click();
}
