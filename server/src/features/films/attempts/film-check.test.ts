import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { buffer } from 'node:stream/consumers';
import { FilmBroken, FilmCheck, type FilmFacts } from './film-check.ts';

/** A film of five seconds that an encoder has made. */
const film = await readFile(
  fileURLToPath(import.meta.resolve('@keepsake/sandbox/video-service/placeholder-film')).replace(/\.ts$/, '.mp4'),
);

test('a complete film passes unchanged, in chunks of any size', async () => {
  for (const size of [1, 3, 7, 1000, film.length]) {
    const { passed, facts } = await pass(pieces(film, size));
    assert.ok(passed.equals(film), `pieces of ${size}`);
    assert.ok(facts.width && facts.height && facts.durationMs);
    assert.ok(Math.abs(facts.durationMs - 5000) < 200);
  }
});

test('a film without its end is refused, wherever it was cut', async () => {
  for (const part of [0.01, 0.1, 0.5, 0.9])
    await broken(film.subarray(0, Math.floor(film.length * part)), /cut off|not an MP4|no pictures/);
  await broken(film.subarray(0, film.length - 1), /cut off/);
});

test('a film of another length than announced is refused', async () => {
  await broken(film, /were announced/, film.length + 1);
  await broken(film, /were announced/, film.length - 1);
  await pass(pieces(film, 1000), film.length);
});

test('other files are refused', async () => {
  await broken(Buffer.alloc(0), /empty/);
  await broken(Buffer.from('<!doctype html><title>Sorry</title>'), /not an MP4/);
  await broken(Buffer.from('{"detail":"Not found"}'), /not an MP4/);
  await broken(Buffer.alloc(5000), /not an MP4/);
});

test('a film without pictures is refused', async () => {
  const head = box('ftyp', Buffer.from('isomiso2'));
  const sound = box('moov', box('trak', box('mdia', hdlr('soun'))));
  const picture = box('moov', box('trak', box('mdia', hdlr('vide'))));
  const data = box('mdat', Buffer.from('pictures'));
  await broken(Buffer.concat([head, data]), /no picture track/);
  await broken(Buffer.concat([head, sound, data]), /no picture track/);
  await broken(Buffer.concat([head, picture]), /no pictures/);
  await broken(Buffer.concat([picture, head, data]), /not an MP4/);
  const { facts } = await pass([Buffer.concat([head, picture, data])]);
  assert.deepEqual(facts, { width: null, height: null, durationMs: null });
});

test('boxes with long sizes and one that lasts to the end of the file are followed', async () => {
  const content = Buffer.from('pictures');
  const long = Buffer.concat([Buffer.from('00000001', 'hex'), Buffer.from('mdat'), Buffer.alloc(8), content]);
  long.writeBigUInt64BE(BigInt(long.length), 8);
  const endless = Buffer.concat([Buffer.alloc(4), Buffer.from('mdat'), content]);
  const start = Buffer.concat([box('ftyp', Buffer.from('isom')), box('moov', box('trak', box('mdia', hdlr('vide'))))]);
  for (const data of [long, endless]) await pass(pieces(Buffer.concat([start, data]), 5));
});

test('sizes that make no sense are refused', async () => {
  const start = box('ftyp', Buffer.from('isom'));
  const tooSmall = Buffer.from('0000000361626364', 'hex');
  const noName = Buffer.from('0000001000000000', 'hex');
  await broken(Buffer.concat([start, tooSmall]), /damaged/);
  await broken(Buffer.concat([start, noName]), /damaged/);
});

async function pass(chunks: Buffer[], announced?: number): Promise<{ passed: Buffer; facts: FilmFacts }> {
  const check = new FilmCheck(announced);
  const [passed] = await Promise.all([buffer(check), pipeline(Readable.from(chunks), check)]);
  return { passed, facts: check.facts };
}

async function broken(bytes: Buffer, why: RegExp, announced?: number): Promise<void> {
  await assert.rejects(
    pass(pieces(bytes, 1000), announced),
    (error) => error instanceof FilmBroken && why.test(error.message),
    why.source,
  );
}

function pieces(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

function box(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}

function hdlr(kind: string): Buffer {
  return box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(12)]));
}
