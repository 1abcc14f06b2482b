import { uploadContent } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { expect, describe, test } from 'vitest';
import { page } from 'vitest/browser';
import { reply } from '../../../../test/answers.ts';
import { prompts, wave } from '../../../../test/orders.ts';
import { press } from '../../../../test/screen.ts';
import { customer } from '../../../../test/users.ts';
import { aFile, card, expectChosen, openWizard, tile } from '../../../../test/wizard.ts';
import {
  forgetOldTriedPhoto,
  assignTriedPhotoTo,
  hasTriedPhoto,
  storeTriedPhoto,
  takeTriedPhoto,
} from '../../../shared/photos/tried-photo.ts';
import { triedPhotoAt } from '../../../shared/storage.ts';
import { chooseEffect, chooseTheme } from '../cart/cart-edits.ts';
import { useCart } from '../cart/cart.ts';
import { addTriedPhoto } from './tried-photo.tsx';

const offered = reply(listPrompts, {
  prompts: prompts.map((prompt, at) => ({ ...prompt, effect: at === 0 ? 'smile' : 'nod' })),
});
const keep = () => storeTriedPhoto({ file: aFile('tried.jpg'), effect: 'smile' });
const question = () => page.getByText('A photo was tried in this browser');

describe('a photo that was tried before signing in', () => {
  test('is in the first set after the registration, with its effect', async () => {
    await keep();
    assignTriedPhotoTo(customer.email.toUpperCase());
    const server = await openWizard([offered]);
    await expectChosen(tile(1, 'Smile'));
    await expect.poll(() => server.sent(uploadContent)).toHaveLength(1);
    expect(hasTriedPhoto()).toBe(false);
    await expect.element(question()).not.toBeInTheDocument();
  });

  test('keeps the effect that is chosen while it is added', async () => {
    await openWizard([offered]);
    await keep();
    const stop = useCart.subscribe(({ photos: [photo] }) => {
      stop();
      if (photo) chooseTheme(photo.id, 'Single person');
      if (photo) chooseEffect(photo.id, wave.id, undefined);
    });
    await addTriedPhoto();
    await expectChosen(tile(1, 'Wave'));
    await expect.element(tile(1, 'Smile')).toHaveAttribute('aria-pressed', 'false');
    await expect.element(card(1).getByRole('button', { name: 'Remove photo' })).toBeVisible();
  });

  test('is offered to anybody else, and not uploaded unasked', async () => {
    await keep();
    assignTriedPhotoTo('somebody-else@example.com');
    const server = await openWizard([offered]);
    await expect.element(question()).toBeVisible();
    expect(server.sent(uploadContent)).toEqual([]);
    await press('Use the photo');
    await expectChosen(tile(1, 'Smile'));
    await expect.poll(() => server.sent(uploadContent)).toHaveLength(1);
    await expect.element(question()).not.toBeInTheDocument();
  });

  test('can be deleted', async () => {
    await keep();
    const server = await openWizard([offered]);
    await press('Delete it from this device');
    await expect.poll(hasTriedPhoto).toBe(false);
    await expect.poll(takeTriedPhoto).toBeUndefined();
    expect(server.sent(uploadContent)).toEqual([]);
  });

  test('is gone after a day', async () => {
    await keep();
    localStorage.setItem(triedPhotoAt, String(Date.now() - 25 * 60 * 60 * 1000));
    expect(hasTriedPhoto()).toBe(false);
    await forgetOldTriedPhoto();
    // Even where the time were set back.
    localStorage.setItem(triedPhotoAt, String(Date.now()));
    expect(await takeTriedPhoto()).toBeUndefined();
  });
});
