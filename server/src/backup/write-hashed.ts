import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { untilClosed } from '../platform/until-closed.ts';

export interface Hashed {
  bytes: number;
  /** In hex. */
  sha256: string;
}

/** Writes a stream to a new file that only its owner may read: flushed to disk and complete, or not at all. */
export async function writeHashed(source: Readable, path: string): Promise<Hashed> {
  const measured = measure();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(source, measured.through, file);
  } catch (error) {
    await untilClosed(file);
    await rm(path, { force: true });
    throw error;
  }
  return measured.result();
}

export async function hashFile(path: string): Promise<Hashed> {
  const measured = measure();
  await pipeline(createReadStream(path), measured.through, async (chunks) => {
    for await (const chunk of chunks) if (chunk === undefined) return;
  });
  return measured.result();
}

function measure() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *through(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    result: (): Hashed => ({ bytes, sha256: hash.digest('hex') }),
  };
}
