import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

const cssType = 'text/css; charset=utf-8';
const fontType = 'font/woff2';
const fonts = '@fontsource-variable';

/** One stylesheet for all pages, in parts. */
const styles = ['frame.css', 'checkout.css', 'mailbox.css'].map((name) => new URL(name, import.meta.url).href);

const assets: Record<string, { type: string; files: string[] }> = {
  'sandbox.css': { type: cssType, files: styles },
  'figtree-latin.woff2': font('figtree', 'latin'),
  'figtree-latin-ext.woff2': font('figtree', 'latin-ext'),
  'fraunces-latin.woff2': font('fraunces', 'latin'),
  'fraunces-latin-ext.woff2': font('fraunces', 'latin-ext'),
};

/** The stylesheet of the sandbox's pages and its fonts, under `base`. */
export function pageAssetRoutes(app: FastifyInstance, base = '/assets'): void {
  for (const [name, { type, files }] of Object.entries(assets)) {
    const content = Buffer.concat(files.map((file) => readFileSync(fileURLToPath(file))));
    const headers = {
      'content-type': type,
      'cache-control': type === fontType ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
    };
    app.get(`${base}/${name}`, async (_request, reply) => reply.headers(headers).send(content));
  }
}

function font(family: 'figtree' | 'fraunces', subset: 'latin' | 'latin-ext') {
  const file = import.meta.resolve(`${fonts}/${family}/files/${family}-${subset}-wght-normal.woff2`);
  return { type: fontType, files: [file] };
}
