import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@keepsake/contract/primitives';

/** Limit for one language and namespace; further texts are dropped. */
export const maxMissingTexts = 1000;

interface MissingTexts {
  /** Adds the texts that are not recorded yet to `<folder>/<language>/<namespace>.json`. */
  record(language: Language, namespace: string, texts: ReadonlyMap<string, string>): Promise<void>;
}

/** Collects missing keys, with the text shown instead, for translators. */
export function createMissingTexts(folder: string): MissingTexts {
  // Serialized, because each call reads, extends and rewrites the file.
  let last: Promise<unknown> = Promise.resolve();
  return {
    record(language, namespace, texts) {
      const done = last.then(() => addTo(join(folder, language), `${namespace}.json`, texts));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

async function addTo(folder: string, name: string, texts: ReadonlyMap<string, string>): Promise<void> {
  const file = join(folder, name);
  const known = await readTexts(file);
  const before = known.size;
  for (const [key, text] of texts) if (known.size < maxMissingTexts && !known.has(key)) known.set(key, text);
  if (known.size === before) return;
  await mkdir(folder, { recursive: true });
  const sorted = [...known].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(`${file}.new`, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  await rename(`${file}.new`, file);
}

/** A file that cannot be parsed is renamed and kept. */
async function readTexts(file: string): Promise<Map<string, string>> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>));
  } catch (error) {
    if (error instanceof SyntaxError) await rename(file, `${file}.broken`);
    else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return new Map();
  }
}
