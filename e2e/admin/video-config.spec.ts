import { until } from '../../server/test/until.ts';
import { read, send } from '../support/customer.ts';
import { adminTest as test, expect } from '../support/fixtures.ts';
import { fastForwardUntil } from '../support/page-clock.ts';

// A product whose own renderer makes the films, and which knows a service to choose instead.
test.use({ filmsBy: 'embedded renderer' });

test(
  'an administrator tests a video configuration before saving it',
  { tag: '@full' },
  async ({ page, product, administrator }) => {
    const config = async () =>
      ((await read(product, administrator, '/api/admin/video-config')) as { config: { resolution: string } }).config;
    const before = await config();
    await page.clock.install();
    await page.goto('/admin?tab=config');
    const form = page.getByRole('form', { name: 'Video generation' });
    await form.getByLabel('Resolution').selectOption('540p');
    await page.getByRole('button', { name: 'Test this configuration' }).click();
    // On a busy machine this takes longer than the page waits.
    await until(async () => {
      const { test: latest } = (await read(product, administrator, '/api/admin/video-config/test')) as {
        test: { state: string } | null;
      };
      return latest?.state === 'done';
    });
    const film = page.getByLabel('Test film');
    await fastForwardUntil(page, film);
    await film.evaluate(async (video: HTMLVideoElement) => {
      await video.play();
      video.pause();
    });
    expect(await config()).toEqual(before);
    await form.getByRole('button', { name: 'Save configuration' }).click();
    await expect(page.getByText('Video generation configuration updated successfully')).toBeVisible();
    expect((await config()).resolution).toBe('540p');
    await form.getByLabel('Service provider').selectOption('Luma Agents');
    await expect(page.getByText('What this service lacks:')).toBeVisible();
    await form.getByRole('button', { name: 'Save configuration' }).click();
    await expect(page.getByText(/offered/).first()).toBeVisible();
    await send(product, 'POST', '/api/admin/video-config', before, administrator);
  },
);
