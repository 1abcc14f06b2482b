import { myBuckets } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { logout } from '@keepsake/contract/accounts/accounts';
import { test } from 'vitest';
import { reply } from '../../../test/answers.ts';
import { drawLater } from '../../../test/draw-later.ts';
import { aPage } from '../../../test/orders.ts';
import { priceAnswers } from '../../../test/prices.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { expectHeading, expectPath, expectText, press } from '../../../test/screen.ts';
import { customer } from '../../../test/users.ts';
import { resizeTo } from '../../../test/window.ts';

test.each([0, 150])('logging out leads home, drawn %i ms later', async (delayMs) => {
  await resizeTo(1280, 900);
  const gallery = [reply(myBuckets, aPage([])), reply(listPrompts, { prompts: [] })];
  await renderPage('/dashboard', {
    user: customer,
    answers: [...gallery, reply(logout, { message: 'ok' }), ...priceAnswers()],
  });
  await expectHeading('Memory Gallery');
  drawLater(delayMs);
  await press('Account menu');
  await press('Logout');
  await expectText('Each photo, with its first film');
  await expectPath('/');
});
