import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { startMortal } from '../../../test/zombie.ts';
import { openCluster } from './cluster.ts';

// A database is restarted only while the process that its lock file names is dead.
test('a failed start does not leave its own id in the lock file', { skip: process.platform !== 'linux' }, async (t) => {
  const dead = await startMortal();
  t.onTestFinished(dead.bury);
  await dead.kill();
  const dataDir = await mkdtemp(join(tmpdir(), 'cluster-'));
  t.onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const lockFile = join(dataDir, 'postgres/postmaster.pid');
  // What a killed database leaves behind, and too little for a new one to start on.
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18');
  await writeFile(lockFile, `${dead.pid}\n/data\n1\n5432\n`);
  await assert.rejects(openCluster(dataDir), /PostgreSQL ended at once/);
  assert.equal(await readFile(lockFile, 'utf8'), `${dead.pid}\n/data\n1\n5432\n`);
});
