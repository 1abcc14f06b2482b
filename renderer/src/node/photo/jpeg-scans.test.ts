import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { test } from 'vitest';
import { countScans } from './jpeg-scans.ts';
import { readPhoto } from './read-photo.ts';

const start = [0xff, 0xd8];
const end = [0xff, 0xd9];
/** A scan: a header of ten bytes, then data with a stuffed 0xFF and a restart marker. */
const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 7, 0xff, 0, 9, 0xff, 0xd0, 8];
const segment = (code: number, content: number[]) => [0xff, code, 0, content.length + 2, ...content];

for (const [title, bytes, scans] of [
  ['nothing', [], 0],
  ['no JPEG', [0x89, 0x50, ...scan], 0],
  ['no scan', [...start, ...end], 0],
  ['three, one of them behind fill bytes', [...start, ...scan, ...scan, 0xff, 0xff, ...scan, ...end], 3],
  ['no end', [...start, ...scan, ...scan], 2],
  ['a thumbnail in a segment', [...start, ...segment(0xe1, [...start, ...scan, ...end]), ...scan, ...end], 1],
  ['another picture behind the end', [...start, ...scan, ...end, ...start, ...scan, ...end], 1],
  ['waste between segments', [...start, 1, 2, 0xff, 0, 3, ...scan, ...end], 1],
  ['a marker without a length in front', [...start, 0xff, 0x01, ...scan, ...scan, ...end], 2],
  ['a cut-off header', [...start, 0xff, 0xda], 1],
  ['a cut-off length', [...start, 0xff, 0xe1, 0], 0],
] as const)
  test(`scans are counted: ${title}`, () => assert.equal(countScans(Buffer.from(bytes)), scans));

test('a progressive JPEG has about ten, and is refused with more than 100', async (t) => {
  const picture = sharp({ create: { width: 200, height: 200, channels: 3, background: '#777' } });
  const jpeg = await picture.jpeg({ progressive: true }).toBuffer();
  const own = countScans(jpeg);
  assert.ok(own > 2 && own < 20, String(own));
  const folder = await mkdtemp(join(tmpdir(), 'scans-'));
  t.onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'scans.jpg');
  const of = (scans: number) =>
    Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(scans - own).fill(Buffer.from(scan)), jpeg.subarray(-2)]);
  await writeFile(path, of(100));
  assert.equal((await readPhoto(path)).width, 200);
  await writeFile(path, of(101));
  await assert.rejects(readPhoto(path), { code: 'photo_too_large', message: /101 scans/ });
});
