import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { runStatement } from '../../../test/statements.ts';
import { createSecretBox } from './secret-box.ts';

const keys = ['the first key, of thirty-two letters', 'the second key, of thirty-two letters'];
const secret = Buffer.from('what nobody else may read');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined);
});

describe('a secret box', () => {
  for (const setting of [keys[0], undefined]) {
    test(`opens what it sealed, with ${setting ? 'the key of the setting' : 'the key that the database keeps'}`, async () => {
      const box = await createSecretBox(app.db, setting);
      const sealed = box.seal(secret, 'mine');
      assert.deepEqual(await box.open(sealed, 'mine'), secret);
      assert.ok(!sealed.includes(secret));
      assert.notDeepEqual(box.seal(secret, 'mine'), sealed);
    });
  }

  test('opens nothing that was changed, or sealed for another context', async () => {
    const box = await createSecretBox(app.db, undefined);
    const sealed = box.seal(secret, 'mine');
    await assert.rejects(box.open(sealed, 'yours'));
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await assert.rejects(box.open(changed, 'mine'), `byte ${at}`);
    }
    await assert.rejects(box.open(sealed.subarray(0, 20), 'mine'));
  });

  test('opens what old keys sealed, beside the new one', async () => {
    const sealed = (await createSecretBox(app.db, keys[0])).seal(secret, 'mine');
    const both = await createSecretBox(app.db, `${keys[1]},${keys[0]}`);
    assert.deepEqual(await both.open(sealed, 'mine'), secret);
    const fresh = await createSecretBox(app.db, keys[1]);
    await assert.rejects(fresh.open(sealed, 'mine'));
    assert.deepEqual(await fresh.open(both.seal(secret, 'mine'), 'mine'), secret);
  });

  test('finds a key that was added to the database, and all processes share one', async () => {
    const [one, other] = await Promise.all([createSecretBox(app.db, undefined), createSecretBox(app.db, undefined)]);
    assert.deepEqual(await other.open(one.seal(secret, 'mine'), 'mine'), secret);
    await runStatement(
      app.db,
      sql`
      insert into secret_keys (id, secret, created_at)
      values ('00c0ffee', ${Buffer.alloc(32, 7)}, now() + interval '1 second')`,
    );
    const newest = await createSecretBox(app.db, undefined);
    assert.deepEqual(await one.open(newest.seal(secret, 'mine'), 'mine'), secret);
    assert.deepEqual(await newest.open(one.seal(secret, 'mine'), 'mine'), secret);
  });
});
