import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './scripts/compressed.ts';
import { layerOrder } from './scripts/layer-order.ts';
import { leanContract } from './scripts/lean-contract.ts';
import { leanIcons } from './scripts/lean-icons.ts';
import { loadedBy } from './scripts/loaded-by.ts';
import { pageDocuments } from './scripts/page-documents.ts';
import { pictograms } from './scripts/pictograms.ts';
import { prerendered } from './scripts/prerendered.ts';
import { atStart, inFrame, sharedByPages } from './scripts/shared-by.ts';
import { textsVersion } from './scripts/texts-version.ts';

const server = 'http://localhost:3000';

const define = {
  __TEXTS_VERSION__: JSON.stringify(textsVersion(path.join(import.meta.dirname, 'public', 'locales'))),
};

/** One chunk per set of pages that share modules; a smaller one than this (bytes of source) is merged with the nearest other set. */
const byWhoShares = { entriesAware: true, entriesAwareMergeThreshold: 500 };

export default defineConfig({
  plugins: [
    react(),
    leanContract(),
    leanIcons(),
    pictograms(),
    layerOrder(),
    prerendered(define),
    pageDocuments(),
    compressed(),
  ],
  define,
  build: {
    outDir: 'dist',
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    manifest: true,
    // No inlined assets: the content security policy allows fonts and scripts only from this origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // A test opens previews on a page of the built site (e2e/visitors/preview.spec.ts).
      preserveEntrySignatures: 'exports-only',
      input: {
        index: 'index.html',
        boot: 'src/boot.ts',
        early: 'src/early.ts',
        landing: 'src/visitors/landing.tsx',
        terms: 'src/visitors/terms.tsx',
        preview: 'src/features/preview/preview-client.ts',
      },
      // Descriptions of calls have no side effects, so calls that a page does not use are dropped.
      treeshake: { manualPureFunctions: ['endpoint', 'z', 'text', 'longText', 'nameText', 'queryNumber', 'pageQuery'] },
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // What every page needs in three files, one of them without the app's own; what some pages share by who shares it; and what a
        // visitor's pages need beside the first.
        codeSplitting: {
          groups: [
            { name: 'worker-url', test: /shared\/photos\/trusted-worker-url/, priority: 15 },
            { name: inFrame, debugName: 'frame', priority: 14 },
            {
              name: loadedBy('app', 'libraries'),
              debugName: 'libraries',
              test: /node_modules/,
              tags: ['$initial'],
              priority: 13,
            },
            { name: atStart, debugName: 'start', priority: 12 },
            ...sharedByPages(10),
            { name: loadedBy('visitor', 'page'), debugName: 'page', tags: ['$initial'], priority: 1, ...byWhoShares },
            { name: 'shared', minShareCount: 2, ...byWhoShares },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/uploads', '/downloads', '/card-icons', '/locales/add', '/site.json', '/dev', '/sandbox'].map(
        (address) => [address, server],
      ),
    ),
  },
});
