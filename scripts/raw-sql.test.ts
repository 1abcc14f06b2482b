import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';

const root = join(import.meta.dirname, '..');

/**
 * Statements written entirely in SQL, by file: locks, writing CTEs, rows of JSON, and queries of PostgreSQL's catalogue. The compiler cannot check
 * their row types, so each is a decision.
 */
const expected: Record<string, number> = {
  'server/src/backup/dump-database.ts': 5,
  'server/src/features/data-exports/customer-data.queries.ts': 1,
  'server/src/features/deletion/retention.queries.ts': 2,
  'server/src/features/deletion/tombstone.queries.ts': 1,
  'server/src/features/films/attempts/fill-slots.job.ts': 1,
  'server/src/features/films/attempts/provider-pause.queries.ts': 1,
  'server/src/features/gallery/timeline.queries.ts': 1,
  'server/src/features/media/media.queries.ts': 1,
  'server/src/features/payment/ledger/ledger.queries.ts': 1,
  'server/src/features/photos/photo.queries.ts': 1,
  'server/src/features/photos/upload/cancelled-upload.queries.ts': 1,
  'server/src/features/pricing/pricing.queries.ts': 1,
  'server/src/features/prompts/prompt.queries.ts': 1,
  'server/src/features/prompts/seed-prompts.ts': 1,
  'server/src/platform/queue/job.ts': 1,
  'server/src/platform/queue/presence.ts': 2,
  'server/src/platform/secrets/stored-keys.ts': 1,
};

test('statements written as SQL are known, and fewer than 15 % of all', () => {
  const found: Record<string, number> = {};
  let typed = 0;
  for (const file of globSync('server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })) {
    const text = readFileSync(join(root, file), 'utf8');
    const raw = text.match(/(?<!transaction\(\)\s*)\.execute\((?!\))/g)?.length ?? 0;
    if (raw > 0) found[file] = raw;
    typed += text.match(/\.execute(?:TakeFirst(?:OrThrow)?)?\(\)/g)?.length ?? 0;
  }
  assert.deepEqual(found, expected);
  const raw = Object.values(found).reduce((sum, count) => sum + count, 0);
  assert.ok(raw / (raw + typed) < 0.15, `${raw} of ${raw + typed} statements`);
});
