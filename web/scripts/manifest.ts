import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** The manifest of the build: each chunk by the name of its source. */
export type Manifest = Record<string, Chunk>;

export function readManifest(dist: string): Manifest {
  return JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
}

/** The initial chunks of a page: its own, and that of the layout of signed-in pages. */
export function chunksOfPage(manifest: Manifest, page: string, isSignedIn: boolean): string[] {
  const own = Object.keys(manifest).find((name) => name.startsWith('src/pages/') && name.endsWith(`/${page}-page.tsx`));
  if (own === undefined) throw new Error(`The manifest has no page "${page}".`);
  return isSignedIn ? [own, 'src/pages/frame/private-layout.tsx'] : [own];
}

/** A chunk and everything that it imports, dependencies first. */
export function closureOf(manifest: Manifest, name: string, seen = new Set<string>()): Chunk[] {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`The manifest has no chunk "${name}".`);
  if (seen.has(name)) return [];
  seen.add(name);
  return [...(chunk.imports ?? []).flatMap((other) => closureOf(manifest, other, seen)), chunk];
}

/** The style sheets of a chunk and of everything that it imports. */
export function stylesOf(manifest: Manifest, name: string): string[] {
  return [...new Set(closureOf(manifest, name).flatMap(({ css = [] }) => css))];
}
