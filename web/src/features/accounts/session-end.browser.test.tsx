import { logout, me } from '@keepsake/contract/accounts/accounts';
import { myBuckets } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, never, offline, refuse, reply } from '../../../test/answers.ts';
import { testLooks } from '../../../test/looks.ts';
import { aPage } from '../../../test/orders.ts';
import { priceAnswers } from '../../../test/prices.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { expectHeading, expectPath, expectText, press } from '../../../test/screen.ts';
import { stopTimers } from '../../../test/stop-timers.ts';
import { announce } from '../../ui/overlays/announcer.tsx';
import { customer } from '../../../test/users.ts';
import { openWizard } from '../../../test/wizard.ts';
import { testVariations } from '../../../test/variations.ts';

const dashboard = [reply(myBuckets, aPage([])), reply(listPrompts, { prompts: [] })];
const answering = (status: number, body: unknown): Answer => ({ endpoint: me, respond: () => ({ status, body }) });
/** A proxy's answer while the server behind it starts. */
const page404 = answering(404, '<html>');

describe('a session', () => {
  testVariations([
    { name: 'is not available', answer: refuse(me, 'service_unavailable') },
    { name: 'fails', answer: refuse(me, 'internal_error') },
    { name: 'has too much to do', answer: refuse(me, 'rate_limited') },
    { name: 'is not to be reached', answer: offline(me) },
    { name: 'never answers', answer: never(me) },
    { name: 'answers something else', answer: answering(200, { user: 'nobody' }) },
    { name: 'forbids it', answer: answering(403, '<html>') },
    { name: 'is not there behind its proxy', answer: page404 },
  ])('and what was begun outlast a server that $name', async ({ answer }) => {
    const server = await openDuring(answer);
    expect(localStorage.getItem('token')).not.toBeNull();
    expect(sessionStorage.getItem('setKey')).toBe('kept');
    server.answer(reply(me, { user: customer }));
    await press('Try again');
    await expectHeading('Memory Gallery');
    await expectPath('/dashboard?page=1');
  });

  testLooks('a page during an outage', () => openDuring(refuse(me, 'service_unavailable')));

  test('ends if the server does not know it any more', async () => {
    await renderPage('/dashboard', { user: customer, answers: [refuse(me, 'not_signed_in')] });
    await expectPath('/login');
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('takes with it what was announced to screen readers', async () => {
    const answers = [...dashboard, reply(logout, { message: 'ok' }), ...priceAnswers()];
    await renderPage('/dashboard', { user: customer, answers });
    announce('Smile, made from grandma.jpg, is ready.');
    await expectText('grandma.jpg');
    await press('Account menu');
    await press('Logout');
    await expectText('Each photo, with its first film');
    await expectPath('/');
    expect(document.body.textContent).not.toContain('grandma.jpg');
  });

  test('ends if the account was deleted', async () => {
    stopTimers();
    const opened = renderPage('/dashboard', { user: customer, answers: [refuse(me, 'not_found')] });
    await expect.poll(() => (vi.advanceTimersByTime(500), location.pathname)).toBe('/login');
    await opened;
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('continues from page to page while the user cannot be loaded', async () => {
    const server = await openWizard(dashboard);
    server.answer(refuse(me, 'service_unavailable'));
    // A reply is cached for half a minute.
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    onTestFinished(() => later.mockRestore());
    await press('Account menu');
    await page.getByRole('link', { name: 'Memory Gallery' }).click();
    await expectHeading('Memory Gallery');
    expect(server.sent(me)).toHaveLength(2);
    expect(localStorage.getItem('token')).not.toBeNull();
  });
});

async function openDuring(answer: Answer) {
  stopTimers();
  sessionStorage.setItem('setKey', 'kept');
  const opened = renderPage('/dashboard?page=1', {
    user: customer,
    answers: [...dashboard, answer],
    hasHeading: false,
  });
  const shown = page.getByRole('heading', { name: 'The service cannot be reached' });
  await expect.poll(() => (vi.advanceTimersByTime(1000), shown.query())).not.toBeNull();
  vi.useRealTimers();
  await expectText('You are still signed in, and your photos are kept.');
  return opened;
}
