import groupPhoto from '@vladmandic/face-api/demo/sample3.jpg?url';
import { listOfferedEffects } from '@keepsake/contract/films/prompts';
import { uploadContent } from '@keepsake/contract/photos/content';
import { expect, describe, test } from 'vitest';
import { page } from 'vitest/browser';
import { reply } from '../../../../test/answers.ts';
import { priceAnswers } from '../../../../test/prices.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { untilDrawn } from '../../../../test/screen.ts';

describe('a visitor’s own photo on the landing page', () => {
  test('moves, without being sent anywhere', async () => {
    const offered = reply(listOfferedEffects, { effects: ['turn', 'hug', 'smile'] });
    const server = await renderPage('/', { answers: [...priceAnswers(), offered], drawsPreviews: true });
    await choosePhoto(await face());
    const moving = page.getByRole('img', { name: 'Preview of your photo: Smile' });
    await expect.element(moving, untilDrawn).toBeVisible();
    const { width, height } = moving.element().getBoundingClientRect();
    expect(width / height, 'an upright photo keeps its shape').toBeCloseTo(480 / 760, 1);
    await expect.element(page.getByText('Choose another photo')).toBeVisible();
    const effects = page.getByRole('group', { name: 'Effect' }).getByRole('radio');
    const names = () => effects.elements().map((one) => one.closest('label')?.textContent);
    // Those that can be ordered, in the order of the effects.
    await expect.poll(names).toEqual(['Turn the head', 'Smile']);
    expect(server.sent(uploadContent)).toEqual([]);
  });

  test('in which no face is found moves as a whole, and says so', { tags: ['full'] }, async () => {
    const offered = reply(listOfferedEffects, { effects: ['smile', 'wink', 'pet-breathe'] });
    await renderPage('/', { answers: [...priceAnswers(), offered], drawsPreviews: true });
    await choosePhoto(await hills());
    const picture = page.getByRole('img', { name: 'Preview of your photo: the picture moves gently' });
    await expect.element(picture, untilDrawn).toBeVisible();
    await expect.element(page.getByText(/We found no face in this photo that can move/)).toBeVisible();
    await expect.element(page.getByRole('group', { name: 'Effect' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Make the film' })).toBeVisible();
  });
});

async function choosePhoto(photo: Blob): Promise<void> {
  await page.getByLabelText('Choose a photo').upload(new File([photo], 'family.jpg', { type: 'image/jpeg' }));
}

/** One person of a group, who is found sooner than all of them. */
async function face(): Promise<Blob> {
  const picture = await createImageBitmap(await (await fetch(groupPhoto)).blob(), 1010, 110, 480, 760);
  const canvas = new OffscreenCanvas(480, 760);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg' });
}

function hills(): Promise<Blob> {
  const canvas = new OffscreenCanvas(400, 300);
  const context = canvas.getContext('2d');
  if (context) {
    const sky = context.createLinearGradient(0, 0, 0, 300);
    sky.addColorStop(0, '#2d6fb4');
    sky.addColorStop(1, '#f3d7a8');
    context.fillStyle = sky;
    context.fillRect(0, 0, 400, 300);
    context.fillStyle = '#5f7d45';
    context.fillRect(0, 200, 400, 100);
  }
  return canvas.convertToBlob({ type: 'image/jpeg' });
}
