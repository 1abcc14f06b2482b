import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readDocuments, type SiteNames } from './documents.ts';
import { mountGallery } from './gallery.ts';

export interface Pages {
  /** Serves the pages and files of the built web app. */
  mount(app: FastifyInstance): void;
  /** Answers with the web app's page for unknown addresses. */
  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

export interface PageAddresses {
  /** Addresses that are pages, with `:name` placeholders, and the name of the page: its document is `{name}.html`. */
  pages: Readonly<Record<string, string>>;
  /** The addresses that search engines may index. */
  listed: readonly string[];
}

/** The parts of the pages that an installation may change. */
export interface SiteOptions {
  names: SiteNames;
  /** A folder whose files replace those of the landing page's gallery; created if it is missing. */
  pictures: string;
}

/**
 * The script that draws previews runs in a worker, which has a policy of its own: it compiles WebAssembly and loads models of this site. The
 * pages gain no right by it.
 */
const previewPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; require-trusted-types-for 'script'";

/** Folders of many files, and how long browsers keep them. */
const folders = {
  assets: { immutable: true, maxAge: '365d', setHeaders: allowPreview },
  icons: { maxAge: '1h' },
  locales: { maxAge: '1h' },
};

/** Compressed forms of a file are sent in its place and have no address of their own. */
function isAsBuilt(path: string): boolean {
  return !/\.(?:br|gz)$/.test(path);
}

function allowPreview(reply: FastifyReply, path: string): void {
  if (/\/preview\.worker-[^/]*\.js(?:\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', previewPolicy);
}

/** The built web app in `folder`: hashed assets are kept for ever, documents always revalidated. */
export function createPages(folder: string, addresses: PageAddresses, { names, pictures }: SiteOptions): Pages {
  const documentOf = readDocuments(folder, names);
  return {
    mount(app) {
      for (const [path, page] of Object.entries(addresses.pages)) {
        const more = addresses.listed.includes(path) ? {} : { 'x-robots-tag': 'noindex' };
        app.get(path, (request, reply) => documentOf(page).send(request, reply.headers(more), 200));
      }
      for (const [name, caching] of Object.entries(folders))
        app.register(fastifyStatic, {
          root: join(folder, name),
          prefix: `/${name}/`,
          index: false,
          preCompressed: true,
          decorateReply: false,
          allowedPath: isAsBuilt,
          ...caching,
        });
      mountGallery(app, { ours: join(folder, 'gallery'), pictures });
      app.register(fastifyStatic, {
        root: folder,
        prefix: '/',
        index: false,
        wildcard: false,
        globIgnore: [
          '**/*.html*',
          'gallery/**',
          'card-icons/**',
          ...Object.keys(folders).map((name) => `${name}/**`),
          '**/*.br',
          '**/*.gz',
        ],
        preCompressed: true,
        maxAge: '1h',
        decorateReply: false,
      });
    },
    sendNotFound: (request, reply) => documentOf(undefined).send(request, reply, 404),
  };
}
