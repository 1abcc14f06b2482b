import { appendFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Kinds = Record<string, { id: string }>;
export type Change<K extends Kinds> = { [Kind in keyof K & string]: { kind: Kind; record: K[Kind] } }[keyof K & string];

export type Records<K extends Kinds> = {
  get<Kind extends keyof K & string>(kind: Kind, id: string): K[Kind] | undefined;
  /** Every record of a kind, in the order in which they were first written. */
  all<Kind extends keyof K & string>(kind: Kind): K[Kind][];
  /** Makes all changes or none, even if the process is killed meanwhile. */
  write(changes: Change<K>[]): Promise<void>;
  remove(kind: keyof K & string, id: string): Promise<void>;
};

/** A line of the file: changes that belong together. */
type Entry = { kind: string; id: string; record?: { id: string } }[];

/** Records in memory, and every change to them as a line of `<dataDir>/records.jsonl`, from which the next start reads them again. */
export async function openRecords<K extends Kinds>(dataDir: string, kinds: (keyof K & string)[]): Promise<Records<K>> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'records.jsonl');
  const memory = new Map(kinds.map((kind) => [kind as string, new Map<string, { id: string }>()]));
  const recordsOf = (kind: string) => {
    const found = memory.get(kind);
    if (!found) throw new Error(`This store has no records of the kind "${kind}".`);
    return found;
  };
  const apply = (entry: Entry) => {
    for (const { kind, id, record } of entry)
      if (record) recordsOf(kind).set(id, record);
      else recordsOf(kind).delete(id);
  };
  const save = (entry: Entry) => {
    appendFileSync(file, toLine(entry));
    apply(entry);
  };

  for (const line of await readLines(file)) apply(JSON.parse(line) as Entry);
  // Compacts the file: drops overwritten and removed records, and an incomplete last line.
  const kept = [...memory].flatMap(([kind, records]) => [...records].map(([id, record]) => ({ kind, id, record })));
  await writeFile(`${file}.tmp`, kept.map((each) => toLine([each])).join(''));
  await rename(`${file}.tmp`, file);

  return {
    get: <Kind extends keyof K & string>(kind: Kind, id: string) => recordsOf(kind).get(id) as K[Kind] | undefined,
    all: <Kind extends keyof K & string>(kind: Kind) => [...recordsOf(kind).values()] as K[Kind][],
    write: async (changes) => save(changes.map(({ kind, record }) => ({ kind, id: record.id, record }))),
    remove: async (kind, id) => save([{ kind, id }]),
  };
}

function toLine(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** Drops what follows the last line break: a write that a kill interrupted. */
async function readLines(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').slice(0, -1);
}
