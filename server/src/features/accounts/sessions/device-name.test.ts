import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deviceName } from './device-name.ts';

test('names the browser and its system, and nothing else', () => {
  const mozilla = 'Mozilla/5.0';
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  for (const [header, name] of [
    [`${mozilla} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox, Windows'],
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      'Edge, Windows',
    ],
    [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.1 Safari/605.1.15`, 'Safari, macOS'],
    [
      `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} Version/18.1 Mobile/15E148 Safari/604.1`,
      'Safari, iPhone',
    ],
    [
      `${mozilla} (Linux; Android 15; SM-S911B) ${webKit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet, Android',
    ],
    [`${mozilla} (X11; Linux x86_64) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome, Linux'],
    ['curl/8.5.0', null],
    ['', null],
    [undefined, null],
  ] as const)
    assert.equal(deviceName(header), name);
});
