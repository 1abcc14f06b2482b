import { lastInvoice } from '@keepsake/contract/orders/invoice';
import { updateBatch } from '@keepsake/contract/photos/content';
import { type PhotoCheck, photoChecks } from '@keepsake/contract/photos/photo-checks';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { reply } from '../../../../test/answers.ts';
import { testLooks } from '../../../../test/looks.ts';
import { aBucket, aPhoto, idOf } from '../../../../test/orders.ts';
import { expectPath, expectProblems, expectText, press } from '../../../../test/screen.ts';
import { card, expectChosen, openWizard, tile } from '../../../../test/wizard.ts';
import { hasUnsavedChoices } from '../cart/save-choices.ts';

describe('an effect that the photo cannot show', () => {
  const wave = idOf(102);
  const unseenWave =
    'We could not look at this photo in advance. If it cannot show “Wave”, the film will show another small movement instead, or only the picture will move gently.';
  const noHand = '“Wave”: we found no raised, open hand that we can move, so the film will show a nod instead.';

  test('says so before it is chosen, and is chosen by a plain yes', async () => {
    const server = await openWizard([seen({ [wave]: 'no_hand' })], aBucket(1));
    await expect.element(card(1).getByText('will be a nod')).toBeVisible();
    await tile(1, 'Wave').click();
    await expect.poll(() => document.activeElement?.textContent).toBe(noHand);
    await expect.element(tile(1, 'Wave')).toHaveAttribute('aria-pressed', 'false');
    expect([hasUnsavedChoices(), server.sent(updateBatch)], 'nothing is chosen yet').toEqual([false, []]);
    await card(1).getByRole('button', { name: 'Yes, as a nod' }).click();
    await expectChosen(tile(1, 'Wave'));
    await expect.element(tile(1, 'Wave')).toHaveFocus();
    await expectText('Your choices are saved');
    expect(server.sent(updateBatch).at(-1)?.body).toEqual({
      contents: [
        {
          id: idOf(201),
          actions: [
            { promptId: idOf(101), variety: 1 },
            { promptId: wave, variety: 1, agreedTo: 'no_hand' },
          ],
        },
      ],
    });
  });

  test('is left out by a no', async () => {
    const server = await openWizard([seen({ [wave]: 'no_hand' })], aBucket(1));
    await expect.element(card(1).getByText('will be a nod')).toBeVisible();
    await tile(1, 'Wave').click();
    await card(1).getByRole('button', { name: 'No, leave it out' }).click();
    await expect.element(card(1).getByText(noHand)).not.toBeInTheDocument();
    await expect.element(tile(1, 'Wave')).toHaveAttribute('aria-pressed', 'false');
    expect([hasUnsavedChoices(), server.sent(updateBatch)]).toEqual([false, []]);
  });

  test('asks for agreement if it was chosen before the photo was checked, and blocks the order', async () => {
    const actions = [{ promptId: wave, variety: 2 }];
    await openWizard([seen({ [wave]: 'no_face' })], aBucket(1, { Contents: [aPhoto(1, { actions })] }));
    await expect.element(card(1).getByRole('button', { name: 'Yes, as a gently moving picture' })).toBeVisible();
    await expect.element(tile(1, 'Wave')).toHaveAttribute('aria-pressed', 'false');
    await page.getByLabelText('My photos meet the photo guidelines.').click();
    await page.getByLabelText(/^I agree that the purchase is final/).click();
    await press('Continue');
    await expectProblems(['Photo 1, Wave: say whether the film may show something else']);
    await card(1).getByRole('button', { name: 'Yes, as a gently moving picture' }).click();
    await expect.element(page.getByText('There is a problem')).not.toBeInTheDocument();
    await expect
      .element(card(1).getByRole('group', { name: 'Wave', exact: true }).getByRole('spinbutton'))
      .toHaveValue('2');
  });

  test('takes back a yes that a newer check no longer needs, before the order is summed up', async () => {
    const actions = [{ promptId: wave, variety: 1, agreedTo: 'no_hand' as const }];
    const answers = [seen({}), reply(lastInvoice, { invoice: null })];
    const server = await openWizard(answers, aBucket(1, { Contents: [aPhoto(1, { actions })] }));
    await expectChosen(tile(1, 'Wave'));
    await page.getByLabelText('My photos meet the photo guidelines.').click();
    await page.getByLabelText(/^I agree that the purchase is final/).click();
    await press('Continue');
    await expect
      .poll(() => server.sent(updateBatch).map(({ body }) => body))
      .toEqual([{ contents: [{ id: idOf(201), actions: [{ promptId: wave, variety: 1 }] }] }]);
    await expectPath(`/invoice/${idOf(1)}`);
  });

  test('has no advice that contradicts its tile', async () => {
    await openWizard([seen({ [idOf(101)]: 'no_face', [wave]: 'no_face' }, 0)], aBucket(1));
    await expect.element(card(1).getByText('We see no face in this photo.')).toBeVisible();
    await expect.element(card(1).getByText(/will move, not only/)).not.toBeInTheDocument();
    await expect.element(card(1).getByText('Works best with:')).not.toBeInTheDocument();
    await expect.element(card(1).getByText(/^This photo cannot show any of these effects/)).toBeVisible();
  });

  test('cannot be told of a photo that could not be looked at, so each is chosen by a yes to whatever it can show', async () => {
    const instead = { [idOf(101)]: 'not_seen', [wave]: 'not_seen' } as const;
    const unseen = [{ contentId: idOf(201), instead }];
    const actions = [{ promptId: idOf(101), variety: 1 }];
    const bucket = aBucket(1, { Contents: [aPhoto(1, { actions })] });
    const server = await openWizard([reply(photoChecks, { checks: [], unseen, waiting: 0 })], bucket);
    await expect.element(card(1).getByText('may show something else')).toHaveLength(2);
    await expect.element(card(1).getByText(/^This photo cannot show any/)).not.toBeInTheDocument();
    await card(1).getByRole('button', { name: 'Yes, whatever the photo can show' }).click();
    await expectChosen(tile(1, 'Smile'));
    await tile(1, 'Wave').click();
    await expect.element(card(1).getByText(unseenWave)).toHaveFocus();
    await card(1).getByRole('button', { name: 'Yes, whatever the photo can show' }).click();
    await expectChosen(tile(1, 'Wave'));
    await expectText('Your choices are saved');
    const agreed = [idOf(101), wave].map((promptId) => ({ promptId, variety: 1, agreedTo: 'not_seen' }));
    expect(server.sent(updateBatch).at(-1)?.body).toEqual({ contents: [{ id: idOf(201), actions: agreed }] });
  });

  testLooks('a question about a photo that could not be looked at', async () => {
    const unseen = [{ contentId: idOf(201), instead: { [idOf(101)]: 'not_seen', [wave]: 'not_seen' } as const }];
    await openWizard([reply(photoChecks, { checks: [], unseen, waiting: 0 })], aBucket(1));
    await tile(1, 'Wave').click();
    await expectText(unseenWave);
  });

  test('says how many of several people will show it', async () => {
    const partly = { [idOf(101)]: { count: 2, of: 'faces' }, [wave]: { count: 1, of: 'hands' } } as const;
    await openWizard([seen({}, 5, partly)], aBucket(1));
    await expect.element(card(1).getByText('shown by 2 of 5 faces')).toBeVisible();
    await expect.element(card(1).getByText('1 hand waves')).toBeVisible();
    await expect.element(tile(1, 'Wave')).toHaveAccessibleDescription('1 hand waves');
  });

  testLooks('a question at an effect', async () => {
    await openWizard([seen({ [wave]: 'no_hand' })], aBucket(1));
    await tile(1, 'Wave').click();
    await expectText(noHand);
  });

  function seen(instead: PhotoCheck['instead'], faces = 1, partly: PhotoCheck['partly'] = {}) {
    const poor = { isLowResolution: false, isBlurred: false, isDark: false };
    const check = {
      contentId: idOf(201),
      faces,
      movableFaces: faces,
      smallFaces: 0,
      ...poor,
      instead,
      partly,
      faceless: [],
    };
    return reply(photoChecks, { checks: [check], waiting: 0 });
  }
});
