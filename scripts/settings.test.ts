import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { format } from 'oxfmt';
import { test } from 'vitest';
import { readConfig } from '../server/src/config.ts';
import { sections, settings } from '../server/src/settings.ts';
import { exampleFile, settingsPage } from './settings-pages.ts';

const root = join(import.meta.dirname, '..');
const stale = 'It is stale: run `npm run settings`.';

test('docs/settings.md and .env.example are up to date', async () => {
  const page = await format('settings.md', settingsPage(), { printWidth: 120 });
  assert.equal(await readFile(join(root, 'docs/settings.md'), 'utf8'), page.code, stale);
  assert.equal(await readFile(join(root, '.env.example'), 'utf8'), exampleFile(), stale);
});

test('every setting is in exactly one section', () => {
  const placed = sections.flatMap(({ names }) => names);
  assert.deepEqual(placed.toSorted(), Object.keys(settings.shape).toSorted());
});

test('.env.example sets nothing by default, and is valid with every line uncommented', () => {
  assert.deepEqual(parse(exampleFile()), {});
  const all = parse(exampleFile().replaceAll(/^#(?=[A-Z0-9_]+=)/gm, ''));
  assert.equal(Object.keys(all).length, Object.keys(settings.shape).length);
  assert.doesNotThrow(() =>
    readConfig({
      ...all,
      SELLER_NAME: 'x',
      SELLER_ADDRESS: 'x',
      SELLER_TAX_NUMBER: 'x',
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'x',
    }),
  );
});

test('a number is written in decimal digits', () => {
  for (const [name, value] of [
    ['PORT', '0x10'],
    ['PORT', '1e3'],
    ['METRICS_PORT', '0b11'],
    ['LEASE_MS', ' 3000'],
    ['BILLINGO_BLOCK_ID', '1.0'],
    ['SELLER_VAT_PERCENT', '1e1'],
    ['CLOCK_OFFSET_MS', '+5'],
  ] as const)
    assert.throws(() => readConfig({ [name]: value }), new RegExp(`^Error: Setting ${name} cannot be used`), value);
  const { PORT, SELLER_VAT_PERCENT, CLOCK_OFFSET_MS } = readConfig({
    PORT: '0080',
    SELLER_VAT_PERCENT: '5.5',
    CLOCK_OFFSET_MS: '-3600000',
  });
  assert.deepEqual([PORT, SELLER_VAT_PERCENT, CLOCK_OFFSET_MS], [80, 5.5, -3_600_000]);
});

test('every setting is described by a sentence', () => {
  for (const line of settingsPage()
    .split('\n')
    .filter((each) => each.startsWith('| `')))
    assert.match(line, /[.)] \|$/, line);
});
