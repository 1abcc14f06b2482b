import { copyContent, getBucket, myBuckets, renameBucket } from '@keepsake/contract/photos/content';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, offline, refuse, reply } from '../../../test/answers.ts';
import { choose, openDashboard, openMenu } from '../../../test/dashboard.ts';
import { testLooks } from '../../../test/looks.ts';
import { aBucket, aPage, aPhoto, idOf, longWord, photoIn } from '../../../test/orders.ts';
import { expectAlert, expectHeading, expectPath, expectText, press } from '../../../test/screen.ts';
import { card, choosePhotoOfSet2, wizardAnswers } from '../../../test/wizard.ts';
import { resizeTo } from '../../../test/window.ts';
import { endSession } from '../../shared/session.ts';
import { clearCart, useCart } from '../photos/cart/cart.ts';

const finished = aBucket(1, { status: 'paid', Contents: [photoIn('done', 1)] });
const menu = () => page.getByRole('button', { name: /^Actions for the set/ });
const title = () => page.getByRole('article').getByRole('heading', { level: 2 });

describe('the actions of a set', () => {
  test('are in one menu on a phone, which Escape closes', async () => {
    await openDashboard([finished]);
    await expect.element(menu()).toBeVisible();
    const names = [/^Share films/, /^Rename/, /^Download invoice/, /^History/, /^Archive/, /^Delete set/];
    for (const name of names) await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
    (menu().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    for (const name of names) await expect.element(page.getByRole('button', { name })).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: /^Share films/ })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    for (const name of names) await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
    await expect.element(menu()).toHaveFocus();
  });

  test('are beside its name if there is room, the main ones', async () => {
    await resizeTo(1280, 800);
    await openDashboard([finished, aBucket(2)]);
    await expect.element(page.getByRole('button', { name: /^Share films/ })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Delete set/ })).not.toBeInTheDocument();
  });

  testLooks('the actions of a set', async () => {
    await openDashboard([{ ...finished, name: longWord }]);
    await openMenu();
    await expect.element(page.getByRole('button', { name: /^Delete set/ })).toBeVisible();
  });
});

describe('the name of a set', () => {
  const named = { ...finished, name: 'By the lake' };

  test('is its date until it is named, and the date stays beside the name', async () => {
    const server = await openDashboard([finished], reply(renameBucket, { bucket: named }));
    await expect.poll(() => title().element().textContent).toMatch(/ at \d\d:\d\d$/);
    await choose(/^Rename/);
    await page.getByLabelText('Name of the set').fill('By the lake');
    server.answer(reply(myBuckets, aPage([named])));
    await press('Save');
    await expectText('Name saved');
    await expect.element(title()).toHaveTextContent('By the lake');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(server.sent(renameBucket).map(({ params, body }) => [params, body])).toEqual([
      [{ id: idOf(1) }, { name: 'By the lake' }],
    ]);
    await expect.element(menu()).toHaveAccessibleName('Actions for the set: By the lake');
    await expectText(/^\d.* at \d\d:\d\d$/);
  });

  test('that is emptied becomes the date again', async () => {
    const server = await openDashboard([named], reply(renameBucket, { bucket: finished }));
    await choose(/^Rename/);
    await expect.element(page.getByLabelText('Name of the set')).toHaveFocus();
    await page.getByLabelText('Name of the set').fill('  ');
    server.answer(reply(myBuckets, aPage([finished])));
    await press('Save');
    await expectText('Name saved');
    expect(server.sent(renameBucket)[0]?.body).toEqual({ name: '' });
  });

  test('that cannot be saved stays in the field, with the reason', async () => {
    const server = await openDashboard([finished], offline(renameBucket));
    await choose(/^Rename/);
    await page.getByLabelText('Name of the set').fill('x'.repeat(81));
    await press('Save');
    await expectAlert('There is a problem');
    expect(server.sent(renameBucket)).toEqual([]);
    await page.getByLabelText('Name of the set').fill('By the lake');
    await press('Save');
    await expectAlert('The server could not be reached.');
    await expect.element(page.getByLabelText('Name of the set')).toHaveValue('By the lake');
  });

  testLooks('naming a set', async () => {
    await openDashboard([{ ...finished, name: longWord }]);
    await choose(/^Rename/);
    await expect.element(page.getByLabelText('Name of the set')).toBeVisible();
  });
});

describe('another effect for a photo', () => {
  beforeEach(clearCart);
  const draft = aBucket(7, { Contents: [aPhoto(9, { bucketId: idOf(7), actions: [], originalName: 'again.jpg' })] });
  const wizard = [...wizardAnswers(), reply(getBucket, { bucket: draft })];
  const order = () => press('Order another effect for this photo: photo-1.jpg');

  test('is offered once it is paid for', async () => {
    await openDashboard([aBucket(1)]);
    await expect.element(page.getByRole('article')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Order another effect/ })).not.toBeInTheDocument();
  });

  test('is chosen in a new set, without another upload of the photo', async () => {
    const server = await openDashboard([finished], reply(copyContent, { bucket: draft }), ...wizard);
    await order();
    await expectPath('/process');
    await expectText(/again\.jpg/);
    const [sent] = server.sent(copyContent);
    expect(sent?.params).toEqual({ id: idOf(201) });
    expect(Object.keys(sent?.body as object)).toEqual(['setKey']);
    expect(useCart.getState().bucketId).toBe(draft.id);
  });

  test('joins the set that is being put together', async () => {
    useCart.setState({ bucketId: draft.id });
    const server = await openDashboard([finished], reply(copyContent, { bucket: draft }), ...wizard);
    await order();
    await expectPath('/process');
    expect(server.sent(copyContent).map(({ body }) => body)).toEqual([{ bucketId: draft.id }]);
  });

  test('is ordered in a new set if the other was paid in the meantime', async () => {
    useCart.setState({ bucketId: idOf(8) });
    const server = await openDashboard([finished], refuse(copyContent, 'bucket_not_editable'), ...wizard);
    await order();
    await expectText('This set has been paid for and can no longer be changed.');
    expect(server.sent(copyContent).map(({ body }) => body)).toEqual([
      { bucketId: idOf(8) },
      { setKey: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
    ]);
    expect(useCart.getState().bucketId, 'nothing is lost by a refusal').toBe(idOf(8));
  });

  test('joins no set that was opened in the meantime', async () => {
    const late = held(copyContent, { bucket: draft });
    const server = await openDashboard([finished, aBucket(2)], late, ...wizardAnswers());
    server.answer(reply(getBucket, { bucket: aBucket(2) }));
    await order();
    await expect.poll(() => server.sent(copyContent)).toHaveLength(1);
    await press(/^Continue to payment/);
    await expect.element(card(1)).toBeVisible();
    late.letGo();
    await press('Account menu');
    expect(useCart.getState()).toMatchObject({ bucketId: idOf(2), photos: [{ name: 'photo-2.jpg' }] });
  });

  test('leaves nothing to whoever signs in next', async () => {
    const late = held(copyContent, { bucket: draft });
    const server = await openDashboard([finished], late);
    await order();
    await expect.poll(() => server.sent(copyContent)).toHaveLength(1);
    endSession();
    await expectHeading('Sign in');
    late.letGo();
    await page.getByRole('heading', { name: 'Sign in' }).click();
    expect(useCart.getState()).toMatchObject({ bucketId: null, photos: [] });
  });

  test('that cannot be ordered says why', async () => {
    await openDashboard([finished], refuse(copyContent, 'too_many_open_buckets'));
    await order();
    await expectText('You have too many unpaid sets. Please pay for or delete one of them first.');
    await expectHeading('Memory Gallery');
  });
});

describe('a set that is opened to be paid', () => {
  test('takes the place of no set that was begun in the meantime', async () => {
    const late = held(getBucket, { bucket: aBucket(1) });
    const server = await openDashboard([aBucket(1)], late, ...wizardAnswers());
    await press(/^Continue to payment/);
    await expect.poll(() => server.sent(getBucket)).toHaveLength(1);
    await press('Create New Memory');
    await choosePhotoOfSet2(server);
    late.letGo();
    await press('Account menu');
    expect(useCart.getState()).toMatchObject({ bucketId: idOf(2), photos: [{ name: 'grandma.jpg' }] });
  });
});
