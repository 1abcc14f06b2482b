import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { base32, newTotpSecret, stepOfCode, totpCode, totpUri } from './totp.ts';

/** RFC 6238, appendix B: seconds and the last six digits of the eight that it prints for SHA-1. */
const rfc6238: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];
/** RFC 4226, appendix D: the codes of the counters 0 to 9. */
const rfc4226 = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
const secret = Buffer.from('12345678901234567890');

describe('codes', () => {
  for (const [seconds, code] of rfc6238) {
    test(`of RFC 6238 at ${seconds} s`, () => assert.equal(totpCode(secret, Math.floor(seconds / 30)), code));
  }

  test('of RFC 4226', () => {
    assert.deepEqual(
      rfc4226.map((_, counter) => totpCode(secret, counter)),
      rfc4226,
    );
  });

  test('are accepted in their own 30 seconds and the steps beside them, and name their step', () => {
    const steps = [8, 9, 10, 11, 12].map((step) => stepOfCode(secret, totpCode(secret, step), 10));
    assert.deepEqual(steps, [undefined, 9, 10, 11, undefined]);
    assert.equal(stepOfCode(secret, '12345', 10), undefined);
  });
});

test('base32 is that of RFC 4648', () => {
  assert.equal(base32(Buffer.from('fooba')), 'MZXW6YTB');
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('secrets have 160 bits and differ', () => {
  assert.equal(newTotpSecret().length, 20);
  assert.notDeepEqual(newTotpSecret(), newTotpSecret());
});

test('the address for apps names issuer and account, whatever signs are in them', () => {
  const uri = totpUri(secret, { issuer: 'Keep & Sake', account: 'ada+1@example.com' });
  assert.equal(
    uri,
    'otpauth://totp/Keep%20%26%20Sake:ada%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Keep%20%26%20Sake&algorithm=SHA1&digits=6&period=30',
  );
});
