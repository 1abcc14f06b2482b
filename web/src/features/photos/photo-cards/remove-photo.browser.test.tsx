import { deleteContentFile, getBucket } from '@keepsake/contract/photos/content';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, held, late, refuse } from '../../../../test/answers.ts';
import { dashboardAnswers } from '../../../../test/dashboard.ts';
import { aBucket, idOf } from '../../../../test/orders.ts';
import { expectHeading, expectPath, expectText, press } from '../../../../test/screen.ts';
import { card, choosePhotoOfSet2, openWizard } from '../../../../test/wizard.ts';
import { endSession } from '../../../shared/session.ts';
import { useCart } from '../cart/cart.ts';

describe('a photo that is removed while the customer goes on to another set', () => {
  test('takes nothing away from the new set, although it was the last of its own', async () => {
    const slow = held(deleteContentFile, { wasLastContent: true });
    const server = await openRemoved(slow);
    await beginAnotherSet();
    await choosePhotoOfSet2(server);
    slow.letGo();
    await press('Account menu');
    expect(useCart.getState()).toMatchObject({ bucketId: idOf(2), photos: [{ name: 'grandma.jpg' }] });
  });

  test('leads nobody to the gallery who has begun a new set', async () => {
    const slow = held(deleteContentFile, { wasLastContent: true });
    await openRemoved(slow);
    await beginAnotherSet();
    slow.letGo();
    await press('Account menu');
    await expectPath('/process');
  });

  test('does not keep a set from being opened that is chosen in the gallery', async () => {
    const slow = held(deleteContentFile, { wasLastContent: true });
    const server = await openRemoved(slow, ...dashboardAnswers([aBucket(2)]));
    await page.getByRole('link', { name: 'Memory Gallery' }).click();
    const opened = held(getBucket, { bucket: aBucket(2) });
    server.answer(opened);
    await press(/^Continue to payment/);
    await expect.poll(() => server.sent(getBucket)).toHaveLength(2);
    slow.letGo();
    await expectText('Photo deleted');
    opened.letGo();
    await expectPath('/process');
    await expect.element(card(1)).toBeVisible();
    expect(useCart.getState()).toMatchObject({ bucketId: idOf(2), photos: [{ name: 'photo-2.jpg' }] });
  });

  test('does not come to the new set if it cannot be deleted', async () => {
    const slow = late(refuse(deleteContentFile, 'bucket_payment_in_progress'));
    await openRemoved(slow);
    await beginAnotherSet();
    slow.letGo();
    await press('Account menu');
    expect(useCart.getState().photos).toEqual([]);
  });

  test('does not come to whoever signs in next if it cannot be deleted', async () => {
    const slow = late(refuse(deleteContentFile, 'bucket_payment_in_progress'));
    await openRemoved(slow);
    endSession();
    await expectHeading('Sign in');
    slow.letGo();
    await page.getByRole('heading', { name: 'Sign in' }).click();
    expect(useCart.getState().photos).toEqual([]);
    expect(sessionStorage.getItem('uploads')).toBe(null);
  });
});

/** The first step with a set of one photo, which is being removed. */
async function openRemoved(...answers: Answer[]) {
  const server = await openWizard(answers, aBucket(1));
  await card(1).getByRole('button', { name: 'Remove photo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove photo' }).click();
  await expect.element(card(1)).not.toBeInTheDocument();
  await expect.poll(() => server.sent(deleteContentFile)).toHaveLength(1);
  return server;
}

/** Only the cart's number tells that it was emptied: it was empty before, so the page looks the same. */
async function beginAnotherSet(): Promise<void> {
  const { number } = useCart.getState();
  await press('Create New Memory');
  await expect.poll(() => useCart.getState().number).toBeGreaterThan(number);
}
