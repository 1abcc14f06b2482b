// Writes server/src/platform/database/tables.ts from a database that has all migrations: `npm run tables`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase, startTestCluster } from '../server/test/cluster.ts';
import { describeTables } from './tables.ts';

const file = join(import.meta.dirname, '../server/src/platform/database/tables.ts');
const cluster = await startTestCluster();
try {
  const client = new pg.Client({ connectionString: (await createTestDatabase(cluster.adminUrl)).url });
  await client.connect();
  await writeFile(file, await describeTables(client));
  await client.end();
} finally {
  await cluster.stop();
}
