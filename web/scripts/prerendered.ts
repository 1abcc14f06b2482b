import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '@keepsake/contract/primitives';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { afterBuild } from './after-build.ts';
import { link, readTemplate, script } from './document.ts';
import { type Manifest, readManifest, stylesOf } from './manifest.ts';

/** Placeholders that the server replaces with the installation's settings. */
export const placeholders = { productName: '%PRODUCT_NAME%', supportEmail: '%SUPPORT_EMAIL%', testimonials: null };

/** The same for an installation with its own testimonials: the server repeats the HTML of this one for each of them. */
const ofCustomers = {
  ...placeholders,
  testimonials: [{ quote: '%QUOTE%', author: '%AUTHOR%', language: '%LANGUAGE%' as Language }],
};

/** The prerendered pages, with the script that hydrates them for a visitor, their titles, and the site's data. */
const pages = [
  {
    path: '/',
    file: 'landing.html',
    entry: 'src/visitors/landing.tsx',
    title: placeholders.productName,
    site: placeholders,
  },
  {
    path: '/',
    file: 'landing-testimonials.html',
    entry: 'src/visitors/landing.tsx',
    title: placeholders.productName,
    site: ofCustomers,
  },
  {
    path: '/terms',
    file: 'terms.html',
    entry: 'src/visitors/terms.tsx',
    title: `Terms and Conditions · ${placeholders.productName}`,
    site: placeholders,
  },
];

/**
 * Writes the public pages as HTML beside index.html, rendered by the components that the browser then hydrates, with all their style sheets and one
 * small script (boot.ts) that loads the others later: a visitor's (src/visitors/), or the whole app.
 */
export function prerendered(define: Record<string, string>): Plugin {
  return afterBuild('prerendered', async ({ root, outDir }) => {
    const manifest = readManifest(outDir);
    const documentOf = await readTemplate(root);
    await withPrerender({ root, outDir, define }, async (prerenderPage) => {
      for (const { path: address, file, entry, title, site } of pages) {
        const html = await prerenderPage(address, site);
        await writeFile(path.join(outDir, file), documentOf(partsOf({ html, title, entry, site, manifest })));
      }
    });
  });
}

type Site = (typeof pages)[number]['site'];
type PrerenderPage = (path: string, site: Site) => Promise<string>;

/** Builds the pages' code for Node.js, and serves it the texts from disk while it renders. */
async function withPrerender(
  { root, outDir, define }: { root: string; outDir: string; define: Record<string, string> },
  work: (prerenderPage: PrerenderPage) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(outDir, '.prerender-'));
  const { fetch } = globalThis;
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      define,
      build: { ssr: 'src/prerender.tsx', outDir: folder, emptyOutDir: true, copyPublicDir: false },
    });
    globalThis.fetch = async (address) => answer(root, address);
    const built = pathToFileURL(path.join(folder, 'prerender.js')).href;
    await work(((await import(built)) as { prerenderPage: PrerenderPage }).prerenderPage);
  } finally {
    globalThis.fetch = fetch;
    await rm(folder, { recursive: true, force: true });
  }
}

async function answer(root: string, address: string | URL | Request): Promise<Response> {
  if (typeof address !== 'string') throw new Error('Pages request only URLs of their own site.');
  const { pathname } = new URL(address, 'http://localhost');
  if (!pathname.startsWith('/locales/')) throw new Error(`No request to ${address} is expected while pages are built.`);
  return new Response(await readFile(path.join(root, 'public', pathname)));
}

function partsOf({
  html,
  title,
  entry,
  site,
  manifest,
}: {
  html: string;
  title: string;
  entry: string;
  site: Site;
  manifest: Manifest;
}) {
  const boot = manifest['src/boot.ts'];
  const app = manifest['index.html'];
  const page = manifest[entry];
  if (boot === undefined || boot.imports || app === undefined || page === undefined)
    throw new Error(`The build has no boot script of its own, no app, or no script for ${title}.`);
  const ofApp = stylesOf(manifest, 'index.html');
  const others = stylesOf(manifest, entry).filter((file) => !ofApp.includes(file));
  // React puts preload tags before the page; they belong to the head.
  const early = /^(?:<link rel="preload"[^>]*>)*/.exec(html)?.[0] ?? '';
  const head = [
    ...ofApp.map((file) => link('stylesheet', file)),
    ...fontsOf(manifest).map((file) => link('preload', file, { as: 'font', type: 'font/woff2' })),
    early,
    ...others.map((file) => link('stylesheet', file)),
    script(boot.file, { 'data-page': `/${page.file}`, 'data-app': `/${app.file}` }),
  ];
  const attrs = {
    'data-product-name': site.productName,
    'data-support-email': site.supportEmail,
    ...(site.testimonials !== null && { 'data-testimonials': '%TESTIMONIALS%' }),
  };
  return { title, head: head.filter((part) => part !== ''), root: { attrs, html: html.slice(early.length) } };
}

/** Preloads the two fonts of every page together with the styles that refer to them. */
function fontsOf(manifest: Manifest): string[] {
  const fonts = Object.values(manifest).map(({ file }) => file);
  const latin = fonts.filter((file) => /-latin-wght-normal-[^/]*\.woff2$/.test(file));
  if (latin.length !== 2) throw new Error(`Expected two latin fonts in the build, found: ${latin.join(', ')}`);
  return latin;
}
