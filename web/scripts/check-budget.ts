import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chunksOfPage, closureOf, type Manifest, readManifest } from './manifest.ts';

/**
 * Maximum kilobytes (1000 bytes, compressed) of scripts that a page may load before it is interactive. A visitor's document has its own scripts,
 * without the whole app; the same page within the whole app is measured too.
 */
const budgets: { kilobytes: number; drawnBy: 'visitor' | 'app' | 'signed-in app'; pages: string[] }[] = [
  { kilobytes: 91, drawnBy: 'visitor', pages: ['landing', 'terms'] },
  {
    kilobytes: 152,
    drawnBy: 'app',
    pages: ['landing', 'login', 'register', 'verify-email', 'forgot-password', 'reset-password', 'terms', 'not-found'],
  },
  {
    kilobytes: 179,
    drawnBy: 'signed-in app',
    pages: ['dashboard', 'process', 'invoice', 'profile', 'payment-success', 'payment-cancel'],
  },
  { kilobytes: 185, drawnBy: 'signed-in app', pages: ['admin'] },
];

export interface PageSize {
  page: string;
  kilobytes: number;
  budget: number;
}

/** The size of each page in a build with a manifest: everything that its code imports statically. */
export function pageSizes(dist: string): PageSize[] {
  const manifest = readManifest(dist);
  const start = startChunks(dist, manifest);
  return budgets.flatMap(({ kilobytes: budget, drawnBy, pages }) =>
    pages.map((page) => {
      const chunks = {
        visitor: () => visitorChunks(page),
        app: () => [...start, ...chunksOfPage(manifest, page, false)],
        'signed-in app': () => [...start, ...chunksOfPage(manifest, page, true)],
      };
      const files = closure(manifest, chunks[drawnBy]());
      const bytes = files.reduce((sum, file) => sum + compressedSize(path.join(dist, file)), 0);
      return { page: drawnBy === 'visitor' ? `${page} (visitor)` : page, kilobytes: bytes / 1000, budget };
    }),
  );
}

/** The scripts of a visitor's document. */
export function visitorFiles(dist: string, page: string): string[] {
  return closure(readManifest(dist), visitorChunks(page));
}

function visitorChunks(page: string): string[] {
  return ['src/boot.ts', `src/visitors/${page}.tsx`];
}

/** Maximum kilobytes that a preview loads once a photo is chosen: code, WebAssembly and models. */
export const previewBudget = 3200;

/** The files that a preview loads in a build, in addition to the page's. */
export function previewFiles(dist: string): string[] {
  const client = readManifest(dist)['src/features/preview/preview-client.ts']?.file;
  const worker = readdirSync(path.join(dist, 'assets')).find((file) => /^preview\.worker-[^.]*\.js$/.test(file));
  if (client === undefined || worker === undefined) throw new Error('The build has no previews.');
  const named = readFileSync(path.join(dist, 'assets', worker), 'utf8').matchAll(
    /\/(assets\/[\w.-]+\.(?:json|bin|wasm))/g,
  );
  return [client, `assets/${worker}`, ...new Set([...named].flatMap(([, file]) => file ?? []))];
}

/** Transferred bytes of a file, for a browser that accepts these encodings. */
export function sentBytes(dist: string, file: string, encoding: 'br' | 'gz'): number {
  const plain = path.join(dist, file);
  return statSync(existsSync(`${plain}.${encoding}`) ? `${plain}.${encoding}` : plain).size;
}

/** The scripts that the document requests. */
function startChunks(dist: string, manifest: Manifest): string[] {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const files = [...html.matchAll(/src="\/([^"]+\.js)"/g)].map(([, file]) => file);
  const chunks = Object.keys(manifest).filter((name) => files.includes(manifest[name]?.file));
  if (files.length === 0 || chunks.length !== files.length)
    throw new Error(`The manifest has ${chunks.length} of the ${files.length} scripts of index.html.`);
  return chunks;
}

function closure(manifest: Manifest, names: string[]): string[] {
  return [...new Set(names.flatMap((name) => closureOf(manifest, name).map(({ file }) => file)))];
}

function compressedSize(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}

if (import.meta.main) {
  const sizes = pageSizes(path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../dist')));
  for (const { page, kilobytes, budget } of sizes)
    console.log(`${page.padEnd(18)}${kilobytes.toFixed(1).padStart(6)} of ${budget} kB`);
  if (sizes.some(({ kilobytes, budget }) => kilobytes > budget)) process.exitCode = 1;
}
