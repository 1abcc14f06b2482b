import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { requireSignature } from './signature.ts';

/** The worked example "GET Object" of Amazon's description of Signature Version 4 for S3. */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const request = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
};
const then = Date.UTC(2013, 4, 24);

describe('a signature', () => {
  test('is accepted if it is the one that Amazon computes', () => {
    requireSignature(request, credentials, then);
  });

  test('is refused if any part of the request differs, with the matching error code', () => {
    const { headers } = request;
    const changed: [object, string][] = [
      [{ ...request, method: 'HEAD' }, 'SignatureDoesNotMatch'],
      [{ ...request, url: '/test2.txt' }, 'SignatureDoesNotMatch'],
      [{ ...request, url: '/test.txt?versionId=1' }, 'SignatureDoesNotMatch'],
      [{ ...request, headers: { ...headers, range: 'bytes=0-99' } }, 'SignatureDoesNotMatch'],
      [{ ...request, headers: { ...headers, 'x-amz-acl': 'public-read' } }, 'AccessDenied'],
      [{ ...request, headers: { ...headers, authorization: undefined } }, 'AccessDenied'],
      [{ ...request, headers: { ...headers, authorization: 'Bearer x' } }, 'AuthorizationHeaderMalformed'],
    ];
    for (const [wrong, code] of changed)
      assert.throws(() => requireSignature(wrong as typeof request, credentials, then), { code });
    const others: [object, string][] = [
      [{ secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
      [{ accessKeyId: 'another' }, 'InvalidAccessKeyId'],
      [{ region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
    ];
    for (const [other, code] of others)
      assert.throws(() => requireSignature(request, { ...credentials, ...other }, then), { code });
    assert.throws(() => requireSignature(request, credentials, then + 16 * 60_000), { code: 'RequestTimeTooSkewed' });
  });
});
