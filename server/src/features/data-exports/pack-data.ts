import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import type { Deps } from '../../deps.ts';
import { plainStem } from '../photos/files/file-name.ts';
import type { CustomerFile } from './customer-data.queries.ts';

/**
 * A zip file of a customer's records and files, put together while it is read. Photos and films are compressed already and stored as they
 * are. A file that is deleted meanwhile ends the stream with StorageMissing.
 */
export function packData(
  { storage }: Pick<Deps, 'storage'>,
  records: object,
  files: readonly CustomerFile[],
): Readable {
  async function* entries() {
    yield { name: 'data.json', input: JSON.stringify(records, null, 2) };
    const names = nameFiles(files);
    for (const [at, { storageKey, at: lastModified }] of files.entries())
      yield { name: names[at] ?? storageKey, lastModified, input: await storage.read(storageKey) };
  }
  return Readable.fromWeb(makeZip(entries()) as ReadableStream<Uint8Array>);
}

/** `2026-11-20/1-grandma.jpg`, `2026-11-20/1-grandma-smile-1.mp4`, `invoices/ks-2026-000001.pdf`; where two have one name, the later are counted. */
export function nameFiles(files: readonly CustomerFile[]): string[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const [stem, ending] = stemAndEnding(file);
    let name = `${stem}${ending}`;
    for (let count = 2; taken.has(name); count += 1) name = `${stem} (${count})${ending}`;
    taken.add(name);
    return name;
  });
}

function stemAndEnding({ kind, day, name, title }: CustomerFile): [stem: string, ending: string] {
  if (kind === 'invoice') return [`invoices/${plainStem(name)}`, '.pdf'];
  const photo = plainStem(name.replace(/\.\w{1,5}$/, ''));
  const stem = `${day.toISOString().slice(0, 10)}/${photo}`;
  return kind === 'film' ? [`${stem}-${plainStem(title ?? 'film')}`, '.mp4'] : [stem, '.jpg'];
}
