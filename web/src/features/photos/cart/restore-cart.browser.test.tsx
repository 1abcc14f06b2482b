import { lastInvoice } from '@keepsake/contract/orders/invoice';
import { cancelUpload, getBucket, updateBatch, uploadContent } from '@keepsake/contract/photos/content';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, never, offline, reply } from '../../../../test/answers.ts';
import { aBucket, aPhoto, idOf } from '../../../../test/orders.ts';
import { expectPath, expectText, press } from '../../../../test/screen.ts';
import { aFile, card, choose, expectChosen, openWizard, tile } from '../../../../test/wizard.ts';

describe('a set that is changed here while it is being fetched', () => {
  test('keeps a photo that arrived meanwhile', async () => {
    const gone = aPhoto(1, { photoUrl: '/uploads/gone.jpg?signed' });
    const server = await openWizard([], aBucket(1, { Contents: [gone] }));
    const again = card(1).getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    const late = held(getBucket, { bucket: aBucket(1) });
    server.answer(late);
    await again.click();
    await choose(aFile('grandma.jpg'));
    await expect.element(card(2).getByRole('button', { name: 'Remove photo' })).toBeVisible();
    late.letGo();
    await expect.element(again).not.toBeInTheDocument();
    await expect.element(card(2)).toBeVisible();
  });

  test('does not show a photo again whose upload was stopped meanwhile, and has it deleted later', async () => {
    const gone = aPhoto(1, { photoUrl: '/uploads/gone.jpg?signed' });
    const server = await openWizard([never(uploadContent), offline(cancelUpload)], aBucket(1, { Contents: [gone] }));
    await expect.element(card(1).getByRole('button', { name: 'Try again' })).toBeVisible();
    await choose(aFile('grandma.jpg'));
    await expect.poll(() => server.sent(uploadContent)).toHaveLength(1);
    const form = server.sent(uploadContent)[0]?.body as FormData;
    const [{ uploadId }] = JSON.parse(form.get('contentEntries') as string) as [{ uploadId: string }];
    const late = held(getBucket, { bucket: aBucket(1, { Contents: [aPhoto(1), aPhoto(2, { uploadId })] }) });
    server.answer(late);
    await card(1).getByRole('button', { name: 'Try again' }).click();
    await card(2).getByRole('button', { name: 'Stop and remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop and remove' }).click();
    await expectText('Photo deleted');
    late.letGo();
    await expect.element(card(1).getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    await expect.element(card(2)).not.toBeInTheDocument();
    expect(sessionStorage.getItem('cancelledUploads')).toBe(JSON.stringify([uploadId]));
  });

  test('saves a choice that was made meanwhile, before it goes on to the invoice', async () => {
    const server = await openWizard([reply(lastInvoice, { invoice: null })], aBucket(1));
    await expectChosen(tile(1, 'Smile'));
    const late = held(getBucket, { bucket: aBucket(1) });
    server.answer(late);
    await page.getByLabelText('My photos meet the photo guidelines.').click();
    await page.getByLabelText(/^I agree that the purchase is final/).click();
    await press('Continue');
    await expect.poll(() => server.sent(getBucket)).toHaveLength(2);
    await tile(1, 'Wave').click();
    late.letGo();
    await expectPath(`/invoice/${idOf(1)}`);
    expect(server.sent(updateBatch).at(-1)?.body).toMatchObject({
      contents: [{ id: idOf(201), actions: [{ promptId: idOf(101) }, { promptId: idOf(102) }] }],
    });
  });
});
