import { myBuckets } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { expect, test } from 'vitest';
import { reply } from '../../test/answers.ts';
import { aPage } from '../../test/orders.ts';
import { renderPage } from '../../test/render-page.tsx';
import { expectHeading, expectPath } from '../../test/screen.ts';
import { customer } from '../../test/users.ts';
import { useCart } from '../features/photos/cart/cart.ts';
import { findDraft, storeDraft, type InvoiceInput } from '../features/invoice/invoice-draft.ts';
import { queryClient } from '../shared/query.ts';

test('a session that ended in another tab leaves nothing to who has signed in since, also in a tab that hears of it late', async () => {
  const answers = [reply(myBuckets, aPage([])), reply(listPrompts, { prompts: [] })];
  await renderPage('/dashboard', { user: customer, answers });
  await expectHeading('Memory Gallery');
  storeDraft('a-set', { partnerName: 'Ada' } as InvoiceInput);
  useCart.setState({ bucketId: 'a-set' });
  queryClient.setQueryData(['typed'], 'by the first');
  localStorage.setItem('token', 'of-the-next');
  const ended = { key: 'token', oldValue: 'of-the-first', newValue: null };
  window.dispatchEvent(new StorageEvent('storage', ended));
  const left = [findDraft('a-set'), useCart.getState().bucketId, queryClient.getQueryData(['typed'])];
  expect(left).toEqual([null, null, undefined]);
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
