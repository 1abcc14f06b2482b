import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { forgetTime, learnTime, now, serverTime } from './clock.ts';

const device = new Date('2026-11-27T12:00:00Z');
const answer = (date?: string) => new Response(null, date === undefined ? {} : { headers: { date } });

// Other tests in this process may have set the offset.
beforeEach(forgetTime);
afterEach(() => {
  vi.useRealTimers();
  forgetTime();
});

describe('the clock of the pages', () => {
  test('is the server’s as soon as it has answered, whatever the device’s clock shows', () => {
    vi.useFakeTimers({ now: device });
    assert.equal(now().getTime(), device.getTime());
    learnTime(answer('Thu, 26 Nov 2026 09:00:00 GMT'));
    assert.equal(now().toISOString(), '2026-11-26T09:00:00.000Z');
    vi.setSystemTime(new Date('2026-11-27T12:05:00Z'));
    assert.equal(now().toISOString(), '2026-11-26T09:05:00.000Z');
    assert.equal(serverTime(device.getTime()).toISOString(), '2026-11-26T09:00:00.000Z');
  });

  test('goes by the moment at which an answer came that is read later', () => {
    vi.useFakeTimers({ now: device });
    learnTime(answer('Sat, 28 Nov 2026 12:00:00 GMT'), device.getTime() - 8_000);
    assert.equal(now().toISOString(), '2026-11-28T12:00:08.000Z');
  });

  for (const date of [undefined, '', 'yesterday'])
    test(`stays as it is if an answer says no time: ${date}`, () => {
      vi.useFakeTimers({ now: device });
      learnTime(answer(date));
      assert.equal(now().getTime(), device.getTime());
    });
});
