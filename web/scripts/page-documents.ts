import { me } from '@keepsake/contract/accounts/accounts';
import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { type PageName, type PageNeeds, pageNeeds } from '../src/page-needs.ts';
import { textsOfEveryPage } from '../src/shared/texts/text-keys.ts';
import { afterBuild } from './after-build.ts';
import { link, readTemplate, script } from './document.ts';
import { chunksOfPage, closureOf, type Manifest, readManifest, stylesOf } from './manifest.ts';

/**
 * Writes a document for each page of the app that is not prerendered; index.html is the document of unknown URLs. Each document requests in parallel
 * what the app would otherwise request sequentially: the page's code and styles, its texts (src/early.ts), and the names of the installation. Nothing
 * is requested twice.
 */
export function pageDocuments(): Plugin {
  return afterBuild('page-documents', async ({ root, outDir }) => {
    const manifest = readManifest(outDir);
    const documentOf = await readTemplate(root);
    const sizeOf = (file: string) => statSync(path.join(outDir, file)).size;
    for (const name of Object.keys(pageNeeds) as PageName[]) {
      const file = path.join(outDir, name === 'not-found' ? 'index.html' : `${name}.html`);
      if (name !== 'not-found' && existsSync(file)) continue;
      await writeFile(file, documentOf({ head: headOf(name, manifest, sizeOf) }));
    }
  });
}

/** The app requests the fonts (src/main.tsx), because nothing is shown before the scripts have loaded. */
function headOf(name: PageName, manifest: Manifest, sizeOf: (file: string) => number): HtmlTagDescriptor[] {
  const needs: PageNeeds = pageNeeds[name];
  const app = manifest['index.html'];
  const early = manifest['src/early.ts'];
  if (early === undefined || early.imports || app === undefined)
    throw new Error('The build has no early script of its own, or no app.');
  const chunks = ['index.html', ...chunksOfPage(manifest, name, needs.signedIn ?? false)];
  const styles = new Set(chunks.flatMap((chunk) => stylesOf(manifest, chunk)));
  const scripts = new Set(chunks.flatMap((chunk) => closureOf(manifest, chunk).map(({ file }) => file)));
  scripts.delete(app.file);
  return [
    ...[...styles].map((file) => link('stylesheet', file)),
    // Not `async`: its requests must be sent before the app's script runs.
    script(early.file, {
      'data-texts': [...textsOfEveryPage, ...needs.texts].join(' '),
      'data-answers': needs.signedIn && [me.path, ...(needs.answers ?? [])].join(' '),
    }),
    // Largest first, because browsers send six requests at a time.
    ...[...scripts].toSorted((one, other) => sizeOf(other) - sizeOf(one)).map((file) => link('modulepreload', file)),
    script(app.file),
    link('preload', 'site.json', { as: 'fetch' }),
  ];
}
