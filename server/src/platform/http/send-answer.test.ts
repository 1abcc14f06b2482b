import assert from 'node:assert/strict';
import { test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { sendPublicAnswer } from './send-answer.ts';

const long = { words: 'smile, wink, laugh or wave '.repeat(100) };
const app = fastify();
app.get('/long', (request, reply) => sendPublicAnswer(request, reply, long));
app.get('/short', (request, reply) => sendPublicAnswer(request, reply, { word: 'smile' }));

for (const [accepted, encoding, read] of [
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip;q=0', undefined, (bytes: Buffer) => bytes],
  ['', undefined, (bytes: Buffer) => bytes],
] as const)
  test(`a long answer is sent ${encoding ? `as ${encoding}` : 'uncompressed'} with Accept-Encoding "${accepted}"`, async () => {
    const { headers, rawPayload } = await app.inject({ url: '/long', headers: { 'accept-encoding': accepted } });
    assert.equal(headers['content-encoding'], encoding);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['vary'], 'accept-encoding');
    assert.equal(headers['content-length'], String(rawPayload.length));
    assert.deepEqual(JSON.parse(read(rawPayload).toString()), long);
  });

test('a short one is sent uncompressed', async () => {
  const { headers, body } = await app.inject({ url: '/short', headers: { 'accept-encoding': 'br' } });
  assert.equal(headers['content-encoding'], undefined);
  assert.equal(body, '{"word":"smile"}');
});
