import type { Dirent } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/** Maximum number of concurrently open files: there are thousands of pictograms, and the limit of a process may be as low as 256. */
const atOnce = 16;

const compressible = /\.(?:js|css|html|json|svg|txt|wasm|bin)$/;

/** A compressed form is kept if it saves this share, or this many bytes: the weights of a model hardly shrink, but are large. */
const worthShare = 0.1;
const worthBytes = 20_000;

/** Writes a .br and a .gz beside each file of the build that shrinks, so that the server never compresses the same bytes twice. */
export function compressed(): Plugin {
  return afterBuild(
    'compressed',
    async ({ outDir }) => {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name)).values();
      await Promise.all(Array.from({ length: atOnce }, () => compressAll(files)));
    },
    { isLast: true },
  );
}

/** Takes the next file, until none is left. */
async function compressAll(files: IterableIterator<Dirent>): Promise<void> {
  for (const entry of files) await compressFile(path.join(entry.parentPath, entry.name));
}

/** Files that do not shrink (small pictograms) get no compressed form. */
async function compressFile(file: string): Promise<void> {
  const source = await readFile(file);
  if (source.length < 2048) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } }),
    promisify(gzip)(source, { level: 9 }),
  ]);
  const isWorth = ({ length }: Buffer) => source.length - length > Math.min(source.length * worthShare, worthBytes);
  if (isWorth(br)) await writeFile(`${file}.br`, br);
  if (isWorth(gz)) await writeFile(`${file}.gz`, gz);
}
