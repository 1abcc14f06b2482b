import { updateBatch } from '@keepsake/contract/photos/content';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dashboardAnswers } from '../../../../test/dashboard.ts';
import { aBucket, idOf, smile, wave } from '../../../../test/orders.ts';
import { expectHeading, press } from '../../../../test/screen.ts';
import { card, expectChosen, openWizard, tile } from '../../../../test/wizard.ts';

describe('an effect that was chosen in the last moment is saved', () => {
  const saved = {
    contents: [{ id: idOf(201), actions: [smile, wave].map(({ id }) => ({ promptId: id, variety: 1 })) }],
  };

  test('when the customer goes to the gallery', async () => {
    const server = await openWizard(dashboardAnswers([]), aBucket(1));
    await chooseInLastMoment();
    await page.getByRole('link', { name: 'Memory Gallery' }).click();
    await expectHeading('Memory Gallery');
    await expect.poll(() => server.sent(updateBatch).at(-1)?.body).toEqual(saved);
  });

  test('when the customer begins another set', async () => {
    const server = await openWizard([], aBucket(1));
    await chooseInLastMoment();
    await press('Create New Memory');
    await expect.element(card(1)).not.toBeInTheDocument();
    await expect.poll(() => server.sent(updateBatch).at(-1)?.body).toEqual(saved);
  });

  for (const [how, hide] of [
    ['closes the page', () => window.dispatchEvent(new PageTransitionEvent('pagehide'))],
    ['locks the phone', () => document.dispatchEvent(new Event('visibilitychange'))],
  ] as const)
    test(`when the customer ${how}`, async () => {
      const server = await openWizard([], aBucket(1));
      await chooseInLastMoment();
      const requests = vi.spyOn(window, 'fetch');
      onTestFinished(() => requests.mockRestore());
      hide();
      await expect.poll(() => server.sent(updateBatch).at(-1)?.body).toEqual(saved);
      expect(requests.mock.lastCall?.[1]?.keepalive, 'it outlives the page').toBe(true);
    });

  /** The second never passes after which it would be saved. */
  async function chooseInLastMoment(): Promise<void> {
    await expectChosen(tile(1, 'Smile'));
    const start = window.setTimeout.bind(window);
    const timers = vi.spyOn(window, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    timers.mockImplementation(((work: () => void, ms?: number) =>
      ms === 1_000 ? 0 : start(work, ms)) as typeof window.setTimeout);
    await tile(1, 'Wave').click();
    await expectChosen(tile(1, 'Wave'));
  }
});
