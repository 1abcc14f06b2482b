import { getBucket, myBuckets, uploadContent } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, reply } from '../../test/answers.ts';
import { aPage, aPhoto, idOf } from '../../test/orders.ts';
import { renderPage } from '../../test/render-page.tsx';
import { expectHeading, expectPath } from '../../test/screen.ts';
import { admin, customer } from '../../test/users.ts';
import { aFile, openWizard } from '../../test/wizard.ts';
import { type CartPhoto, cartPhotoOf } from '../features/photos/cart/cart-photo.ts';
import { emptyCart, saveCart } from '../features/photos/cart/cart-storage.ts';
import { useCart } from '../features/photos/cart/cart.ts';
import { findFile, keepFile } from '../features/photos/cart/unsent-files.ts';
import { findDraft, storeDraft, type InvoiceInput } from '../features/invoice/invoice-draft.ts';
import { queryClient } from '../shared/query.ts';
import { session } from '../shared/storage.ts';

test('a session that ended in another tab leaves nothing to who has signed in since, also in a tab that hears of it late', async () => {
  const answers = [reply(myBuckets, aPage([])), reply(listPrompts, { prompts: [] })];
  await renderPage('/dashboard', { user: customer, answers });
  await expectHeading('Memory Gallery');
  storeDraft('a-set', { partnerName: 'Ada' } as InvoiceInput);
  useCart.setState({ bucketId: 'a-set' });
  sessionStorage.setItem('consentedBucketId', 'a-set');
  queryClient.setQueryData(['typed'], 'by the first');
  localStorage.setItem('token', 'of-the-next');
  const ended = { key: 'token', oldValue: 'of-the-first', newValue: null };
  window.dispatchEvent(new StorageEvent('storage', ended));
  const left = [findDraft('a-set'), useCart.getState().bucketId, queryClient.getQueryData(['typed'])];
  expect(left).toEqual([null, null, undefined]);
  expect(sessionStorage.getItem('consentedBucketId')).toBeNull();
});

test('a page from the back-forward cache shows nothing of a session that has ended', async () => {
  const answers = [reply(myBuckets, aPage([])), reply(listPrompts, { prompts: [] })];
  await renderPage('/dashboard', { user: customer, answers });
  await expectHeading('Memory Gallery');
  queryClient.setQueryData(['typed'], 'by the first');
  const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  comeBack();
  expect(queryClient.getQueryData(['typed']), 'the session goes on').toBe('by the first');
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  // As another tab leaves it, of which a page in the cache hears nothing.
  localStorage.removeItem('token');
  localStorage.removeItem('userData');
  comeBack();
  await expectPath('/login');
  expect(queryClient.getQueryData(['typed'])).toBeUndefined();
});

test('photos that are left unsent in a closed tab are not sent for who has signed in since', async () => {
  const photo: CartPhoto = { ...cartPhotoOf(aPhoto(1)), photoId: null, status: 'waiting', preview: null };
  const leaveBehind = () => {
    sessionStorage.setItem('owner', admin.id);
    sessionStorage.setItem('consentedBucketId', idOf(7));
  };
  leaveBehind();
  await keepFile(photo.id, aFile('theirs.jpg'));
  const opened = openWizard([refuse(getBucket, 'not_found')]);
  // Signed in by another tab: this one still has what was left in it.
  leaveBehind();
  saveCart(session, { ...emptyCart, bucketId: idOf(7), photos: [photo] });
  const server = await opened;
  await expect.poll(() => findFile(photo.id)).toBeUndefined();
  await expect.element(page.getByText('Loading…')).not.toBeInTheDocument();
  expect([server.sent(uploadContent), useCart.getState().photos]).toEqual([[], []]);
  expect([sessionStorage.getItem('uploads'), sessionStorage.getItem('owner')]).toEqual([null, customer.id]);
  expect(sessionStorage.getItem('consentedBucketId')).toBeNull();
});
