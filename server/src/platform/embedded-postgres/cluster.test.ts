import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { until } from '../../../test/until.ts';
import { isZombie } from '../process-life.ts';
import { openCluster } from './cluster.ts';

// A database is restarted only while the process that its lock file names is dead.
test(
  'a start that fails does not leave the lock file in the name of this process',
  { skip: process.platform !== 'linux' },
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const dead = Number(printed.toString());
    await until(async () => (await readFile(`/proc/${parent.pid}/comm`, 'utf8')) === 'sleep\n');
    process.kill(dead, 'SIGKILL');
    await until(() => isZombie(dead));
    const dataDir = await mkdtemp(join(tmpdir(), 'cluster-'));
    try {
      await mkdir(join(dataDir, 'postgres'));
      // What a killed database leaves behind, and too little for a new one to start on.
      await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18');
      await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${dead}\n/data\n1\n5432\n`);
      await assert.rejects(openCluster(dataDir), /PostgreSQL ended at once/);
      assert.equal(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), `${dead}\n/data\n1\n5432\n`);
    } finally {
      parent.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
