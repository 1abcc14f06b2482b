import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { test } from 'vitest';
import { createTestDatabase, testClusterUrl } from '../server/test/cluster.ts';
import { describeTables } from './tables.ts';

test('the types of the tables are those of the migrated database', async (t) => {
  const database = await createTestDatabase(testClusterUrl());
  t.onTestFinished(() => database.drop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  t.onTestFinished(() => client.end());
  const file = join(import.meta.dirname, '../server/src/platform/database/tables.ts');
  assert.equal(await readFile(file, 'utf8'), await describeTables(client), 'It is stale: run `npm run tables`.');
});
