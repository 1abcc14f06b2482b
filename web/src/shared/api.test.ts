import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test, vi, type TestContext } from 'vitest';
import { deleteContentFile, myBuckets, updateBatch } from '@keepsake/contract/photos/content';
import { getPricing } from '@keepsake/contract/orders/pricing';
import { ApiError, call, endpointUrl, failure, parseReply } from './api.ts';

describe('the address of a call', () => {
  test('takes its parts from the contract, escaped', () => {
    assert.equal(endpointUrl(deleteContentFile, { filename: 'a/b c.jpg' }), '/api/content/file/a%2Fb%20c.jpg');
  });

  test('carries only the query that was given', () => {
    assert.equal(endpointUrl(myBuckets, {}, { page: 2, limit: undefined }), '/api/content/my?page=2');
    assert.equal(endpointUrl(myBuckets), '/api/content/my');
  });
});

describe('a request that is kept alive when the page is closed', () => {
  const bodyOf = (photos: number) => ({
    contents: Array.from({ length: photos }, () => ({ id: crypto.randomUUID(), actions: [] })),
  });

  test.for([
    [1, true],
    [900, true],
    [1_100, false],
  ] as const)('is one with %i photos: %s', async ([photos, isKept]) => {
    const send = vi.fn(async () => Response.json({ contents: [] }));
    vi.stubGlobal('fetch', send);
    await call(updateBatch, { body: bodyOf(photos), keepalive: true });
    assert.equal((send.mock.lastCall as unknown as [string, RequestInit])[1].keepalive, isKept);
    await call(updateBatch, { body: bodyOf(photos) });
    assert.ok(!(send.mock.lastCall as unknown as [string, RequestInit])[1].keepalive);
  });
});

describe('an answer that is no success', () => {
  test('is an error with its code, its sentences about fields and their codes', () => {
    const problems = { password: { code: 'too_short', limit: 8 } };
    const body = { error: 'Some fields', code: 'validation_failed', fields: { password: 'Use more.' }, problems };
    const error = failure(400, body, null);
    assert.equal(error.code, 'validation_failed');
    assert.deepEqual(error.fields, { password: 'Use more.' });
    assert.deepEqual(error.problems, problems);
    assert.equal(error.body, body);
  });

  test('is still an error where something else than the API answered', () => {
    assert.equal(failure(502, undefined, null).code, 'unexpected_reply');
    assert.equal(failure(502, '<html>', null).status, 502);
  });
});

describe('a reply', () => {
  const pricing = { basePrice: 4.99, variantPrice: 1.99, currency: 'USD' };

  test('is completed with the defaults of the contract', () => {
    assert.deepEqual(parseReply(getPricing, { data: pricing, revision: 1 }, 200).data.volumeDiscounts, {});
  });

  test('of another shape is refused, naming what is wrong', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const parse = () => parseReply(getPricing, { data: { ...pricing, currency: 'XXX' } }, 200);
    assert.throws(parse, (error: unknown) => error instanceof ApiError && error.text.includes('data.currency'));
  });
});

describe('an answer that breaks off', () => {
  test('says nothing about the session: the server was not reached', async (t) => {
    await answerWith(t, { 'content-length': '1000' }, '{"user":');
    await assert.rejects(call(getPricing), { code: 'network_error', status: 0 });
  });

  test('is not one that is no JSON', async (t) => {
    await answerWith(t, {}, '<html>');
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await assert.rejects(call(getPricing), { code: 'unexpected_reply', status: 200 });
  });
});

/** Starts a server that sends this reply and closes the connection if more was announced. */
async function answerWith(t: TestContext, headers: Record<string, string>, start: string): Promise<void> {
  const server = createServer((_, response) => {
    response.writeHead(200, headers);
    if ('content-length' in headers) response.write(start, () => response.destroy());
    else response.end(start);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((path, request) => fetch(`${base}${String(path)}`, request));
}
