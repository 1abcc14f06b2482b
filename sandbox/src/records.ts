import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export type Kinds = Record<string, { id: string }>;
export type Change<K extends Kinds> = { [Kind in keyof K & string]: { kind: Kind; record: K[Kind] } }[keyof K & string];

export type Records<K extends Kinds> = {
  get<Kind extends keyof K & string>(kind: Kind, id: string): K[Kind] | undefined;
  /** Every record of a kind, in the order in which they were first written (after a restart: by id). */
  all<Kind extends keyof K & string>(kind: Kind): K[Kind][];
  /** Makes all changes durable, or none: after a SIGKILL the next start finishes what was begun. */
  write(changes: Change<K>[]): Promise<void>;
  remove(kind: keyof K & string, id: string): Promise<void>;
};

const journalFolder = 'journal';

/**
 * Opens a folder of JSON records, one file each (`<dataDir>/<kind>/<id>.json`), and finishes writes that a crash
 * interrupted. Ids name files: the caller makes them, of letters, digits, `_` and `-` only.
 */
export async function openRecords<K extends Kinds>(dataDir: string, kinds: (keyof K & string)[]): Promise<Records<K>> {
  for (const folder of [journalFolder, ...kinds]) await mkdir(join(dataDir, folder), { recursive: true });
  await replayJournal(dataDir);

  const memory = new Map<string, Map<string, { id: string }>>();
  for (const kind of kinds) memory.set(kind, await readFolder(join(dataDir, kind)));
  const recordsOf = (kind: string) => {
    const found = memory.get(kind);
    if (!found) throw new Error(`This store has no records of the kind "${kind}".`);
    return found;
  };

  return {
    get: <Kind extends keyof K & string>(kind: Kind, id: string) => recordsOf(kind).get(id) as K[Kind] | undefined,
    all: <Kind extends keyof K & string>(kind: Kind) => [...recordsOf(kind).values()] as K[Kind][],
    async write(changes) {
      await writeDurably(dataDir, changes);
      for (const { kind, record } of changes) recordsOf(kind).set(record.id, record);
    },
    async remove(kind, id) {
      recordsOf(kind).delete(id);
      await rm(recordFile(dataDir, kind, id), { force: true });
    },
  };
}

type AnyChange = { kind: string; record: { id: string } };

/** One record is one atomic rename; several go through a journal file that is replayed until all have arrived. */
async function writeDurably(dataDir: string, changes: AnyChange[]): Promise<void> {
  if (changes.length <= 1) return applyChanges(dataDir, changes);
  const journal = join(dataDir, journalFolder, `${Date.now()}-${randomUUID()}.json`);
  await writeFileDurably(journal, changes);
  await applyChanges(dataDir, changes);
  await rm(journal);
}

async function applyChanges(dataDir: string, changes: AnyChange[]): Promise<void> {
  await Promise.all(changes.map(({ kind, record }) => writeFileDurably(recordFile(dataDir, kind, record.id), record)));
}

async function replayJournal(dataDir: string): Promise<void> {
  const folder = join(dataDir, journalFolder);
  for (const name of (await readdir(folder)).toSorted()) {
    if (name.endsWith('.json')) await applyChanges(dataDir, (await readJson(join(folder, name))) as AnyChange[]);
    await rm(join(folder, name));
  }
}

/** What does not end in `.json` was being written when a process was killed, and never counted. */
async function readFolder(folder: string): Promise<Map<string, { id: string }>> {
  const all = await readdir(folder);
  await Promise.all(all.filter((name) => name.endsWith('.tmp')).map((name) => rm(join(folder, name))));
  const names = all.filter((name) => name.endsWith('.json')).toSorted();
  const records = await Promise.all(names.map(async (name) => (await readJson(join(folder, name))) as { id: string }));
  return new Map(records.map((record) => [record.id, record]));
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file} cannot be read as JSON. Remove the file to start without this record.`, { cause });
  }
}

function recordFile(dataDir: string, kind: string, id: string): string {
  return join(dataDir, kind, `${id}.json`);
}

async function writeFileDurably(file: string, content: unknown): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(JSON.stringify(content, null, 2));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(join(file, '..'));
}

/** A rename is only on disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
