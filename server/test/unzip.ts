import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

/** The files of a zip. */
export async function unzip(zip: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const file: ZipFile = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(zip, {
    lazyEntries: false,
  });
  const entries: Entry[] = [];
  file.on('entry', (entry) => entries.push(entry));
  await new Promise((resolve, reject) => file.once('end', resolve).once('error', reject));
  return Promise.all(
    entries.map(async (entry) => ({
      name: entry.fileName,
      content: await buffer(await opened(file, entry)),
    })),
  );
}

function opened(file: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) =>
    file.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  );
}
