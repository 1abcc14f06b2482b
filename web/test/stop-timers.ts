import { vi } from 'vitest';

/** From now on timers run out only as the test advances them: a page that leads on by itself stays, however slow the machine. */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}
