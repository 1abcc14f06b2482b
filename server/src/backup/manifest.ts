import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const name = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));
const content = { bytes: z.int(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) };

const table = z.object({
  schema: name,
  name,
  columns: z.array(name),
  rows: z.int(),
  ...content,
});
export type TableDump = z.output<typeof table>;

const file = z.object({ key: z.string().check(z.regex(/^[a-z]+\/[0-9a-f-]{36}[a-z-]*\.[a-z0-9]{2,4}$/)), ...content });
export type BackupFile = z.output<typeof file>;

/** What a backup contains. Written last: a folder without a manifest is not a complete backup. */
const manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Files of server/migrations that had been applied. */
  migrations: z.array(z.string().check(z.regex(/^\d{4}_[a-z_]+\.sql$/))),
  /** Number of the newest migration of the queue's own tables. */
  queueMigration: z.int(),
  /** In an order in which every table comes after those that its foreign keys refer to. */
  tables: z.array(table),
  sequences: z.array(z.object({ schema: name, name, value: z.int() })),
  files: z.array(file),
  /** Files that rows refer to and that were missing from storage, or damaged. */
  lost: z.array(z.string()),
  damaged: z.array(z.string()),
});
export type Manifest = z.output<typeof manifest>;

export function tablePath(folder: string, { schema, name: tableName }: Pick<TableDump, 'schema' | 'name'>): string {
  return join(folder, 'database', `${schema}.${tableName}.copy`);
}

export function filePath(folder: string, key: string): string {
  return join(folder, 'files', key);
}

export async function writeManifest(folder: string, written: Manifest): Promise<void> {
  const path = join(folder, manifestName);
  await writeFile(`${path}.part`, JSON.stringify(written, null, 1), { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
}

/** @throws Error with a one-line message for the operator */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`There is no backup in ${folder}: it has no ${manifestName}.`);
  try {
    return manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(
      `The backup in ${folder} cannot be read: its ${manifestName} does not have the format that this version writes.`,
      {
        cause,
      },
    );
  }
}

const manifestName = 'manifest.json';
