import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deleteContentFile, myBuckets } from '@keepsake/contract/content';
import { getPricing } from '@keepsake/contract/pricing';
import { ApiError, endpointUrl, failure, parseReply } from './api.ts';

describe('the address of a call', () => {
  test('takes its parts from the contract, escaped', () => {
    assert.equal(endpointUrl(deleteContentFile, { filename: 'a/b c.jpg' }), '/api/content/file/a%2Fb%20c.jpg');
  });

  test('carries only the query that was given', () => {
    assert.equal(endpointUrl(myBuckets, {}, { page: 2, limit: undefined }), '/api/content/my?page=2');
    assert.equal(endpointUrl(myBuckets), '/api/content/my');
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

  test('of another shape is refused, naming what is wrong', (t) => {
    t.mock.method(console, 'warn', () => undefined);
    const parse = () => parseReply(getPricing, { data: { ...pricing, currency: 'XXX' } }, 200);
    assert.throws(parse, (error: unknown) => error instanceof ApiError && error.text.includes('data.currency'));
  });
});
