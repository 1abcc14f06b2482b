import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { type PageName, pageNeeds } from '../src/page-needs.ts';
import { textsOfEveryPage } from '../src/shared/text-keys.ts';
import { afterBuild } from './after-build.ts';
import { closureOf, type Manifest, readManifest, stylesOf } from './manifest.ts';

/**
 * Writes a document for each page of the app that is not prerendered, and makes index.html that of unknown addresses. Each asks at once, side
 * by side, for what the app would otherwise ask for one after the other: the page's own code and styles, its texts (src/early.ts), and what the
 * installation is called. None of it is asked for a second time.
 */
export function pageDocuments(): Plugin {
  return afterBuild('page-documents', async ({ outDir }) => {
    const manifest = readManifest(outDir);
    const document = await readFile(path.join(outDir, 'index.html'), 'utf8');
    for (const name of Object.keys(pageNeeds) as PageName[]) {
      const file = path.join(outDir, name === 'not-found' ? 'index.html' : `${name}.html`);
      if (name === 'not-found' || !existsSync(file)) await writeFile(file, withNeeds(document, manifest, name));
    }
  });
}

function withNeeds(document: string, manifest: Manifest, name: PageName): string {
  const needs = pageNeeds[name];
  const chunks = [
    `src/pages/${name}-page.tsx`,
    ...('signedIn' in needs ? ['src/pages/private-layout.tsx'] : []),
    ...('first' in needs ? [needs.first] : []),
  ];
  const scripts = chunks.flatMap((chunk) => closureOf(manifest, chunk).map(({ file }) => file));
  const styles = chunks.flatMap((chunk) => stylesOf(manifest, chunk));
  const early = manifest['src/early.ts'];
  if (early === undefined || early.imports) throw new Error('The build has no early script of its own.');
  // Not `async`: what it asks for has to be asked for before the app's own script does.
  const texts = [...textsOfEveryPage, ...needs.texts].join(' ');
  const missing = (files: string[]) => [...new Set(files)].filter((file) => !document.includes(`"/${file}"`));
  const links = [
    '<link rel="preload" as="fetch" crossorigin href="/site.json">',
    ...missing(styles).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...missing(scripts).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  const first = `<script type="module" crossorigin src="/${early.file}" data-texts="${texts}"></script>\n    `;
  return (
    document
      .replace('<script type="module"', () => `${first}<script type="module"`)
      // Nothing can be read before the scripts have come, and everything without the fonts: the app asks for these (src/main.tsx).
      .replaceAll(/\s*<link rel="preload" as="font"[^>]*>/g, '')
      .replace('\n  </head>', () => `\n    ${links.join('\n    ')}\n  </head>`)
  );
}
