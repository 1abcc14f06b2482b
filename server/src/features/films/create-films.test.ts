import assert from 'node:assert/strict';
import { test } from 'vitest';
import { updatePrompt } from '@keepsake/contract/films/prompts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { effectOfPrompt } from '../../providers/video/effect-of-prompt.ts';
import { orderFilms } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { promptSeed } from '../prompts/seed-prompts.ts';
import { versionSeed } from './create-films.ts';

const app = await startTestApp(undefined);

interface Row {
  id: string;
  photoId: string;
  promptId: string;
  number: number;
  prompt: string;
  effect: string;
  seed: number;
  state: string;
}

test('an order becomes a film for every photo, effect and number, each with a seed of its own', async () => {
  const { bucketId, photoIds } = await orderFilms(app, [[2], [1, 3]]);
  const rows = await allRows<Row>(
    app.db,
    sql`select * from films where bucket_id = ${bucketId} order by created_at, id`,
  );
  const [first, second] = photoIds;
  assert.deepEqual(
    rows.map(({ photoId, number }) => [photoId, number]),
    [
      [first, 1],
      [first, 2],
      [second, 1],
      [second, 1],
      [second, 2],
      [second, 3],
    ],
  );
  assert.equal(new Set(rows.map(({ seed }) => seed)).size, rows.length);
  const inARow = rows.slice(3).map(({ seed }) => (seed - (rows[3]?.seed ?? 0) + 2 ** 32) % 2 ** 32);
  assert.deepEqual(inARow, [0, 1, 2], 'versions of one effect are neighbours, which the renderer makes unlike');
  assert.ok(rows.every(({ seed, state }) => seed >= 0 && seed <= 0xffffffff && state === 'queued'));
});

test('the seeds of all versions of a film follow from the seed of any one', () => {
  assert.deepEqual([versionSeed({ seed: 7, number: 3 }, 1), versionSeed({ seed: 7, number: 3 }, 4)], [5, 8]);
  const [least, greatest] = [0, 2 ** 32 - 1];
  assert.equal(versionSeed({ seed: least, number: 2 }, 1), greatest);
  assert.equal(versionSeed({ seed: greatest, number: 1 }, 2), least);
});

test('what was sold keeps its wording when the prompt changes', async () => {
  const { bucketId } = await orderFilms(app, [[1]]);
  const films = () => allRows<Row>(app.db, sql`select * from films where bucket_id = ${bucketId}`);
  const [sold] = await films();
  assert.ok(sold);
  const admin = await app.createUser({ role: 'Admin' });
  const body = { imageTheme: 'Anything', action: { en: 'Dance' }, prompt: 'The person dances on the table.' };
  const answer = await app.call(updatePrompt, { params: { id: sold.promptId }, body, token: admin.token });
  assert.equal(answer.status, 200);
  assert.deepEqual(await films(), [sold]);
});

test.each([
  ['Wink', 'wink'],
  ['Dance', 'unknown'],
])('a prompt without an effect of its own gets the one of its name: %s is %s', async (name, effect) => {
  await runStatement(
    app.db,
    sql`update prompts set action = ${JSON.stringify({ en: name })}::jsonb, effect = null where id = (select id from prompts order by position, id limit 1)`,
  );
  const { bucketId } = await orderFilms(app, [[1]]);
  const row = await firstRow<Row>(app.db, sql`select effect from films where bucket_id = ${bucketId}`);
  assert.equal(row?.effect, effect);
});

test('the names of the seeded effects select the effects that they were written for', () => {
  for (const { key, action, effect } of promptSeed) assert.equal(effectOfPrompt({ effect: null, action }), effect, key);
});
