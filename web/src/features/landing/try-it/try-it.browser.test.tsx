import groupPhoto from '@vladmandic/face-api/demo/sample3.jpg?url';
import { listMovements } from '@keepsake/contract/films/prompts';
import { uploadContent } from '@keepsake/contract/photos/content';
import { expect, describe, test } from 'vitest';
import { page } from 'vitest/browser';
import { reply } from '../../../../test/answers.ts';
import { priceAnswers } from '../../../../test/prices.ts';
import { renderPage } from '../../../../test/render-page.tsx';

describe('a visitor’s own photo on the landing page', () => {
  test('moves, without being sent anywhere', async () => {
    const offered = reply(listMovements, { movements: ['turn', 'hug', 'smile'] });
    const server = await renderPage('/', { answers: [...priceAnswers(), offered], drawsPreviews: true });
    await choosePhoto();
    await expect.element(page.getByRole('img', { name: 'Preview of your photo: Smile' })).toBeVisible();
    await expect.element(page.getByText('Choose another photo')).toBeVisible();
    const effects = page.getByRole('group', { name: 'Effect' }).getByRole('radio');
    const names = () => effects.elements().map((one) => one.closest('label')?.textContent);
    // Those that can be ordered, in the order of the effects.
    await expect.poll(names).toEqual(['Turn the head', 'Smile']);
    expect(server.sent(uploadContent)).toEqual([]);
  });
});

async function choosePhoto(): Promise<void> {
  // One person of it, who is found sooner than a group.
  const face = await createImageBitmap(await (await fetch(groupPhoto)).blob(), 1010, 110, 480, 480);
  const canvas = new OffscreenCanvas(480, 480);
  canvas.getContext('2d')?.drawImage(face, 0, 0);
  const photo = await canvas.convertToBlob({ type: 'image/jpeg' });
  await page.getByLabelText('Choose a photo').upload(new File([photo], 'family.jpg', { type: 'image/jpeg' }));
}
