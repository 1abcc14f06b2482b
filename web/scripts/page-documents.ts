import { me } from '@keepsake/contract/accounts';
import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { type PageName, type PageNeeds, pageNeeds } from '../src/page-needs.ts';
import { textsOfEveryPage } from '../src/shared/texts/text-keys.ts';
import { afterBuild } from './after-build.ts';
import { chunksOfPage, closureOf, type Manifest, readManifest, stylesOf } from './manifest.ts';

/**
 * Writes a document for each page of the app that is not prerendered, and makes index.html that of unknown addresses. Each asks at once, side
 * by side, for what the app would otherwise ask for one after the other: the page's own code and styles, its texts (src/early.ts), and what the
 * installation is called. None of it is asked for a second time.
 */
export function pageDocuments(): Plugin {
  return afterBuild('page-documents', async ({ outDir }) => {
    const manifest = readManifest(outDir);
    const document = await readFile(path.join(outDir, 'index.html'), 'utf8');
    const sizeOf = (file: string) => statSync(path.join(outDir, file)).size;
    for (const name of Object.keys(pageNeeds) as PageName[]) {
      const file = path.join(outDir, name === 'not-found' ? 'index.html' : `${name}.html`);
      if (name === 'not-found' || !existsSync(file)) await writeFile(file, withNeeds(document, manifest, name, sizeOf));
    }
  });
}

function withNeeds(document: string, manifest: Manifest, name: PageName, sizeOf: (file: string) => number): string {
  const needs: PageNeeds = pageNeeds[name];
  const chunks = chunksOfPage(manifest, name, needs.signedIn ?? false);
  const scripts = chunks.flatMap((chunk) => closureOf(manifest, chunk).map(({ file }) => file));
  const styles = chunks.flatMap((chunk) => stylesOf(manifest, chunk));
  const early = manifest['src/early.ts'];
  const app = /<script type="module"[^>]*src="\/([^"]+)"><\/script>/.exec(document);
  if (early === undefined || early.imports || app === null)
    throw new Error('The build has no early script of its own, or no app.');
  const named = (pattern: RegExp) => [...document.matchAll(pattern)].map(([, file]) => file ?? '');
  const linked = {
    styles: new Set([...named(/<link rel="stylesheet"[^>]*href="\/([^"]+)"/g), ...styles]),
    scripts: new Set(
      [...named(/<link rel="modulepreload"[^>]*href="\/([^"]+)"/g), ...scripts].filter((file) => file !== app[1]),
    ),
  };
  const texts = [...textsOfEveryPage, ...needs.texts].join(' ');
  const data = needs.signedIn
    ? ` data-answers="${[me.path, ...(needs.answers ?? [])].join(' ').replaceAll('&', '&amp;')}"`
    : '';
  const head = [
    ...[...linked.styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    // Not `async`: what it asks for has to be asked for before the app's own script does.
    `<script type="module" crossorigin src="/${early.file}" data-texts="${texts}"${data}></script>`,
    // What is largest takes longest: a browser asks for six at a time.
    ...[...linked.scripts]
      .toSorted((one, other) => sizeOf(other) - sizeOf(one))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    app[0],
    '<link rel="preload" as="fetch" crossorigin href="/site.json">',
  ];
  return (
    document
      // Nothing can be read before the scripts have come, and everything without the fonts: the app asks for these (src/main.tsx).
      .replaceAll(
        /\s*<script type="module"[^>]*><\/script>|\s*<link rel="(?:modulepreload|stylesheet|preload)"[^>]*>/g,
        '',
      )
      .replace('\n  </head>', () => `\n    ${head.join('\n    ')}\n  </head>`)
  );
}
