import { customerTest as test, expect } from './fixtures.ts';
import { fastForwardUntil } from './page-clock.ts';

test.describe('a session in the browser', () => {
  test('outlasts a server that cannot say for a moment who somebody is', async ({ page, faults }) => {
    faults.allow('net::ERR_FAILED');
    faults.allow('status of 503');
    let refused = 0;
    await page.route('**/api/auth/me', (route) => {
      refused += 1;
      if (refused > 2) return route.continue();
      return refused === 1 ? route.abort() : route.fulfill({ status: 503, json: unavailable });
    });
    await page.clock.install();
    await page.goto('/dashboard');
    // It is asked again in longer and longer steps.
    await fastForwardUntil(page, page.getByRole('heading', { level: 1, name: 'Memory Gallery' }));
    expect(refused).toBeGreaterThan(2);
  });
});

const unavailable = { error: 'The service is not available now.', code: 'service_unavailable' };
