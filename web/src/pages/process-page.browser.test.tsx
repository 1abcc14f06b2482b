import {
  cancelUpload,
  deleteContentFile,
  getBucket,
  updateBatch,
  uploadContent,
} from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { getPricing } from '@keepsake/contract/orders/pricing';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answer, held, never, offline, refuse, reply } from '../../test/answers.ts';
import { dashboardAnswers } from '../../test/dashboard.ts';
import { expectAccessible, testLooks } from '../../test/looks.ts';
import { aBucket, aPhoto, idOf, longWord, prompts } from '../../test/orders.ts';
import {
  expectAlert,
  expectHeading,
  expectLoading,
  expectPath,
  expectProblems,
  expectText,
  holdToast,
  press,
} from '../../test/screen.ts';
import { aFile, card, choose, expectChosen, openWizard, tile } from '../../test/wizard.ts';
import { pricing } from '../../test/prices.ts';
import { resizeTo } from '../../test/window.ts';
import { testVariations } from '../../test/variations.ts';

const removeButton = (number: number) => card(number).getByRole('button', { name: 'Remove photo' });

describe('the first step', () => {
  testLooks('the first step without photos', async () => {
    await openWizard();
    await expectText('$4.99 per photo with one effect');
  });

  testLooks('the first step with gaps and long names', async () => {
    await openWizard();
    await choose(aFile(`${longWord}.jpg`));
    await expect.element(removeButton(1)).toBeVisible();
    await card(1).getByLabelText('Who is in the photo?').selectOptions('Single person');
    await press('Continue');
    await expectHeading('There is a problem');
    await expectText('$6.98');
  });

  test('names everything that is missing, and leads to it', async () => {
    await openWizard();
    await press('Continue');
    // The boxes come with the photos.
    await expectProblems(['Add at least one photo']);
    await choose(aFile('grandma.jpg'));
    await expect.element(removeButton(1)).toBeVisible();
    await press('Continue');
    await expectProblems([
      'Photo 1: choose a theme',
      'Confirm that your photos meet the photo guidelines',
      'Agree that the purchase is final',
    ]);
    await page.getByRole('link', { name: 'Photo 1: choose a theme' }).click();
    await expect.element(card(1).getByLabelText('Who is in the photo?')).toHaveFocus();
    await card(1).getByLabelText('Who is in the photo?').selectOptions('Single person');
    await press('Continue');
    await expectText('Photo 1: choose an effect');
    await tile(1, 'Smile').click();
    await expect.element(page.getByText('Photo 1: choose an effect').first()).not.toBeInTheDocument();
    await page.getByLabelText('My photos meet the photo guidelines.').click();
    await expect
      .element(page.getByRole('link', { name: 'Confirm that your photos meet the photo guidelines' }))
      .not.toBeInTheDocument();
  });

  testVariations([
    { name: 'beside the photos', width: 1280 },
    { name: 'at the bottom of a phone', width: 390 },
  ])('does not move its button when the prices come: $name', async ({ width }) => {
    await resizeTo(width, 844);
    const prices = held(getPricing, { data: pricing, revision: 1 });
    await openWizard([prices]);
    const button = page.getByRole('button', { name: 'Continue' });
    await expect.element(button).toBeVisible();
    await document.fonts.ready;
    const { top } = button.element().getBoundingClientRect();
    prices.letGo();
    await expectText('$4.99 per photo with one effect');
    expect(button.element().getBoundingClientRect().top).toBeCloseTo(top, 0);
  });

  test('opens the photo guide', async () => {
    await openWizard();
    await press('Photo guide');
    await expectText(/A raised, open hand, wholly in the picture/);
  });

  test('offers effects again once they can be had', async () => {
    const [refused, offered] = [refuse(listPrompts, 'not_found'), reply(listPrompts, { prompts })];
    let calls = 0;
    const respond: Answer['respond'] = (sent) => ((calls += 1) === 1 ? refused : offered).respond(sent);
    await openWizard([{ endpoint: listPrompts, respond }], aBucket(1));
    await expect.element(tile(1, 'Smile')).toBeVisible();
    expect(calls).toBe(2);
  });
});

describe('a set that is continued', () => {
  test('is looked for', async () => {
    await openWizard([never(getBucket)], aBucket(1));
    await expectLoading();
    await expectAccessible();
  });

  testLooks('saved photos that could not be loaded', openFailed);

  test('is loaded again if that failed', async () => {
    const server = await openFailed();
    server.answer(reply(getBucket, { bucket: aBucket(1) }));
    await press('Try again');
    await expectChosen(tile(1, 'Smile'));
  });

  testLooks('a set that can no longer be changed', async () => {
    await openWizard([], aBucket(1, { status: 'paid' }));
    await expectText('This memory set can no longer be changed');
    await expect.element(page.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard');
  });

  test('shows what was chosen, and saves what is changed', async () => {
    const Contents = [aPhoto(1, { actions: [{ promptId: idOf(102), variety: 2 }] })];
    const server = await openWizard([], aBucket(1, { Contents }));
    await expectChosen(tile(1, 'Wave'));
    const filmCount = card(1).getByRole('spinbutton', { name: 'Versions' });
    await expect.element(filmCount).toHaveValue('2');
    await filmCount.fill('');
    await card(1).getByLabelText('Who is in the photo?').click();
    await expect.element(filmCount).toHaveValue('1');
    await expectText('Your choices are saved');
    expect(server.sent(updateBatch).at(-1)?.body).toEqual({
      contents: [{ id: idOf(201), actions: [{ promptId: idOf(102), variety: 1 }] }],
    });
  });

  test('is named', async () => {
    await openWizard([], aBucket(1, { name: 'By the lake' }));
    await expectText('Set: By the lake');
  });

  test('shows a photo again whose link has expired', async () => {
    const Contents = [aPhoto(1, { photoUrl: '/uploads/expired.jpg' })];
    const server = await openWizard([], aBucket(1, { Contents }));
    await expectText('Image could not be loaded');
    server.answer(reply(getBucket, { bucket: aBucket(1) }));
    await card(1).getByRole('button', { name: 'Try again' }).click();
    await expect.element(card(1).getByRole('img')).toBeVisible();
    await expect.element(card(1).getByText('Image could not be loaded')).not.toBeInTheDocument();
  });

  test('says that what is changed is not saved yet', async () => {
    await openWizard([refuse(updateBatch, 'internal_error')], aBucket(1));
    await tile(1, 'Wave').click();
    await expectText('Your choices are not saved yet');
  });

  testVariations([
    {
      code: 'bucket_payment_in_progress',
      words: 'A payment for this set has just been made. Please check your dashboard.',
    },
    { code: 'prompt_not_available', words: 'This effect is no longer offered. Please choose another one.' },
    {
      code: 'internal_error',
      words: 'Failed to save changes. Please try again or contact support if the issue persists.',
    },
  ] as const)('says why it does not go on: $code', async ({ code, words }) => {
    await openWizard([refuse(updateBatch, code)], aBucket(1));
    await tile(1, 'Wave').click();
    await agree();
    await press('Continue');
    await expectProblems([words]);
  });

  test('says that a chosen effect is no longer offered, also when that happens while the page is open', async () => {
    const gone = aPhoto(1, { actions: [{ promptId: idOf(999), variety: 1 }] });
    const server = await openWizard(
      [refuse(updateBatch, 'prompt_not_available')],
      aBucket(1, { Contents: [gone, aPhoto(2)] }),
    );
    await expectText('An effect that you had chosen is no longer offered and was taken away: photo-1.jpg.');
    await expectChosen(tile(2, 'Smile'));
    server.answer(reply(listPrompts, { prompts: prompts.slice(1) }));
    await tile(2, 'Wave').click();
    await expectText('no longer offered and was taken away: photo-1.jpg and photo-2.jpg.');
    await expect.element(tile(2, 'Smile')).not.toBeInTheDocument();
  });

  test('says that it was changed in the meantime', async () => {
    const server = await openWizard([], aBucket(1));
    await expectChosen(tile(1, 'Smile'));
    server.answer(reply(getBucket, { bucket: aBucket(1, { Contents: [aPhoto(1), aPhoto(2)] }) }));
    await agree();
    await press('Continue');
    await expectProblems(['Your set has changed meanwhile. Please look through your photos again.']);
  });

  test('says that it was paid in the meantime', async () => {
    const server = await openWizard([], aBucket(1));
    await expectChosen(tile(1, 'Smile'));
    server.answer(reply(getBucket, { bucket: aBucket(1, { status: 'paid' }) }));
    await agree();
    await press('Continue');
    await expectText('This memory set can no longer be changed');
  });

  async function openFailed() {
    const server = await openWizard([refuse(getBucket, 'internal_error')], aBucket(1));
    await expectAlert('Your saved photos could not be loaded');
    return server;
  }
});

describe('photos of a set', () => {
  test('all take the theme and the effects of one, until that is undone', async () => {
    await openWizard();
    await choose(aFile('one.jpg'), aFile('two.jpg'));
    await expect.element(removeButton(2)).toBeVisible();
    await card(1).getByLabelText('Who is in the photo?').selectOptions('Single person');
    await tile(1, 'Smile').click();
    await card(1).getByRole('spinbutton', { name: 'Versions' }).fill('3');
    await card(1).getByRole('button', { name: 'Use for all photos' }).click();
    await holdToast('All photos have these effects now');
    await expectChosen(tile(2, 'Smile'));
    await expect.element(card(2).getByRole('spinbutton', { name: 'Versions' })).toHaveValue('3');
    await press('Undo');
    await expect.element(card(2).getByText('Choose a theme first: it decides which effects there are.')).toBeVisible();
    await expectChosen(tile(1, 'Smile'));
  });

  test('have several effects, each chosen by its tile and each with its versions', async () => {
    const server = await openWizard([], aBucket(1));
    await expectChosen(tile(1, 'Smile'));
    await tile(1, 'Wave').click();
    await expectChosen(tile(1, 'Wave'));
    await versionsOf('Wave').fill('3');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => server.sent(updateBatch).at(-1)?.body)
      .toEqual({
        contents: [
          {
            id: idOf(201),
            actions: [
              { promptId: idOf(101), variety: 1 },
              { promptId: idOf(102), variety: 3 },
            ],
          },
        ],
      });
    await tile(1, 'Smile').click();
    await expect.element(tile(1, 'Smile')).toHaveAttribute('aria-pressed', 'false');
    await expect.element(versionsOf('Smile')).not.toBeInTheDocument();
    await expect.element(versionsOf('Wave')).toHaveValue('3');
  });

  test('are removed once that is confirmed, and come back if that fails', async () => {
    const server = await openWizard([offline(deleteContentFile)], aBucket(1, { Contents: [aPhoto(1), aPhoto(2)] }));
    await removeButton(1).click();
    await expect.element(page.getByRole('alertdialog', { name: 'Remove the photo photo-1.jpg?' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove photo' }).click();
    await holdToast('The photo could not be deleted.');
    await expect.element(card(2)).toBeVisible();
    server.answer(reply(deleteContentFile, { wasLastContent: false }));
    await press('Try again');
    await expectText('Photo deleted');
    await expect.element(card(2)).not.toBeInTheDocument();
  });

  test.for(['lost', 'gone'] as const)('stay away that are deleted although the answer was %s', async (how) => {
    const answer = how === 'lost' ? offline(deleteContentFile) : refuse(deleteContentFile, 'not_found');
    const server = await openWizard([answer], aBucket(1, { Contents: [aPhoto(1), aPhoto(2)] }));
    await removeButton(1).click();
    server.answer(reply(getBucket, { bucket: aBucket(1, { Contents: [aPhoto(2)] }) }));
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove photo' }).click();
    await expectText('Photo deleted');
    await expect.element(card(2)).not.toBeInTheDocument();
  });

  test('continue from the typed number of films', async () => {
    await openWizard([], aBucket(1));
    const filmCount = card(1).getByRole('spinbutton', { name: 'Versions' });
    await filmCount.fill('7');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(filmCount).toHaveValue('8');
    await filmCount.fill('4');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(filmCount).toHaveValue('2');
    await filmCount.fill('30');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(filmCount).toHaveValue('9');
  });

  test('end the set with the last of them', async () => {
    await openWizard([...dashboardAnswers([]), reply(deleteContentFile, { wasLastContent: true })], aBucket(1));
    await removeButton(1).click();
    await expectText('This is the only photo of the set: the set is deleted with it.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove photo' }).click();
    await expectPath('/dashboard');
  });

  test('that are on their way show how far they are, and can be stopped', async () => {
    await openWizard([never(uploadContent)]);
    await choose(aFile('grandma.jpg'));
    await expectText('Uploading, 50%');
    await expectText('Uploading photo 1 of 1');
    await expect.element(page.getByRole('progressbar', { name: 'Upload of grandma.jpg' })).toBeVisible();
    await expectAccessible();
    await card(1).getByRole('button', { name: 'Stop and remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop and remove' }).click();
    await expectText('Photo deleted');
    await expect.element(card(1)).not.toBeInTheDocument();
  });

  test('that are stopped do not come back although they arrived and no reply did', async () => {
    const server = await openWizard([never(uploadContent)]);
    await stopUpload();
    const form = server.sent(uploadContent)[0]?.body as FormData;
    const entries = JSON.parse(form.get('contentEntries') as string) as { uploadId: string }[];
    await expect
      .poll(() => server.sent(cancelUpload).map(({ params }) => params['uploadId']))
      .toEqual(entries.map(({ uploadId }) => uploadId));
    await expect.poll(() => sessionStorage.getItem('cancelledUploads')).toBe(null);
  });

  test('that are stopped without a connection are remembered to be deleted', async () => {
    const server = await openWizard([never(uploadContent), offline(cancelUpload)]);
    await stopUpload();
    await expect.poll(() => server.sent(cancelUpload)).toHaveLength(1);
    const [sent] = server.sent(cancelUpload);
    expect(sessionStorage.getItem('cancelledUploads')).toBe(JSON.stringify([sent?.params['uploadId']]));
  });

  test('that were stopped without a connection are deleted before the set is shown again', async () => {
    const uploadId = idOf(77);
    let isStored = true;
    const arrived = { ...aPhoto(2), uploadId };
    sessionStorage.setItem('cancelledUploads', JSON.stringify([uploadId]));
    const server = await openWizard(
      [
        reply(cancelUpload, () => {
          isStored = false;
          return { deleted: true, wasLastContent: false };
        }),
        reply(getBucket, () => ({ bucket: aBucket(1, { Contents: isStored ? [aPhoto(1), arrived] : [aPhoto(1)] }) })),
      ],
      aBucket(1),
    );
    await expect.element(card(1)).toBeVisible();
    await expect.element(card(2)).not.toBeInTheDocument();
    expect(server.sent(cancelUpload).map(({ params }) => params['uploadId'])).toEqual([uploadId]);
    expect(sessionStorage.getItem('cancelledUploads')).toBe(null);
  });

  test('that were stopped, and that the server did not delete, are shown again and not deleted later', async () => {
    const uploadId = idOf(77);
    sessionStorage.setItem('cancelledUploads', JSON.stringify([uploadId]));
    const Contents = [aPhoto(1), { ...aPhoto(2), uploadId }];
    await openWizard([refuse(cancelUpload, 'service_unavailable')], aBucket(1, { Contents }));
    await expect.element(card(2)).toBeVisible();
    expect(sessionStorage.getItem('cancelledUploads')).toBe(null);
  });

  async function stopUpload(): Promise<void> {
    await choose(aFile('grandma.jpg'));
    await expectText('Uploading, 50%');
    await card(1).getByRole('button', { name: 'Stop and remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop and remove' }).click();
    await expectText('Photo deleted');
  }
});

function versionsOf(effect: string) {
  return card(1).getByRole('group', { name: effect, exact: true }).getByRole('spinbutton', { name: 'Versions' });
}

async function agree(): Promise<void> {
  await page.getByLabelText('My photos meet the photo guidelines.').click();
  await page.getByLabelText(/^I agree that the purchase is final/).click();
}
