import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'vitest';
import { hashPassword, isOutdatedHash, isPassword } from './password-hash.ts';

test('a hash is argon2id at the recommended cost, each with its own salt', async () => {
  const [one, two] = await Promise.all([hashPassword('a password'), hashPassword('a password')]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(one, two);
  assert.equal(isOutdatedHash(one), false);
});

test('only the same password verifies, whatever its characters and length', async () => {
  for (const password of ['plain text here', 'ő ű € 日本 👵🏽', ' spaces ', 'x'.repeat(256), `${'x'.repeat(80)}a`]) {
    const hash = await hashPassword(password);
    assert.equal(await isPassword(password, hash), true, password);
    assert.equal(await isPassword(`${password.slice(0, -1)}b`, hash), false, password);
    assert.equal(await isPassword(`${password}\u0000`, hash), false, password);
  }
});

test('a hash of another cost verifies and counts as outdated', async () => {
  const nonce = Buffer.alloc(16, 1);
  const cost = { memory: 1024, passes: 1, parallelism: 1 };
  const tag = argon2Sync('argon2id', { ...cost, message: 'a password', nonce, tagLength: 32 });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const hash = `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`;
  assert.equal(await isPassword('a password', hash), true);
  assert.equal(await isPassword('another', hash), false);
  assert.equal(isOutdatedHash(hash), true);
});

test('no password verifies against a missing or broken hash', async () => {
  for (const stored of [
    null,
    '',
    'none',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA',
  ]) {
    assert.equal(await isPassword('a password', stored), false, String(stored));
  }
});
