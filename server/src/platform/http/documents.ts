import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from './encoding.ts';

/** Names of the installation, inserted into the prerendered pages. */
export interface SiteNames {
  productName: string;
  supportEmail: string;
  /** Testimonials for the landing page; null shows the page's own examples. */
  testimonials: readonly { quote: string; author: string; language: string }[] | null;
}

/** One HTML document, with its compressed forms. */
export interface Document {
  send(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply;
}

/** Returns the document of a page of the built web app; a page without its own, and `undefined`, get the general one. */
export function readDocuments(folder: string, names: SiteNames): (page: string | undefined) => Document {
  const files = readdirSync(folder).filter((file) => file.endsWith('.html'));
  const documents = new Map(
    files.map((file) => [
      basename(file, '.html'),
      toDocument(withNames(readFileSync(join(folder, file), 'utf8'), names)),
    ]),
  );
  const common = documents.get('index');
  if (common === undefined) throw new Error(`There is no index.html in ${folder}: the pages have not been built.`);
  const { testimonials } = names;
  // The build prerenders the landing page with and without testimonials.
  const landing = testimonials === null ? undefined : documents.get('landing-testimonials');
  if (landing !== undefined) documents.set('landing', landing);
  return (page) => (page === undefined ? undefined : documents.get(page)) ?? common;
}

function withNames(html: string, { productName, supportEmail, testimonials }: SiteNames): string {
  const named = html
    .replaceAll('%PRODUCT_NAME%', () => escape(productName))
    .replaceAll('%SUPPORT_EMAIL%', () => escape(supportEmail));
  return testimonials === null ? named : withTestimonials(named, testimonials);
}

/** Repeats the prerendered card for each testimonial. */
function withTestimonials(html: string, testimonials: NonNullable<SiteNames['testimonials']>): string {
  return html
    .replace('%TESTIMONIALS%', () => escape(JSON.stringify(testimonials)))
    .replace(/<li>(?:(?!<li>).)*%QUOTE%.*?<\/li>/s, (card) =>
      testimonials
        .map(({ quote, author, language }) => {
          const texts: Record<string, string> = { QUOTE: quote, AUTHOR: author, LANGUAGE: language };
          return card.replaceAll(/%(QUOTE|AUTHOR|LANGUAGE)%/g, (_, name: string) => escape(texts[name] ?? ''));
        })
        .join(''),
    );
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** Each compressed form is made once, at the first request for it. */
function toDocument(html: string): Document {
  const plain = Buffer.from(html);
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const compressed: Partial<Record<Encoding, Buffer>> = {};
  return {
    send(request, reply, status) {
      const encoding = acceptedEncoding(request);
      reply.code(status).headers(documentHeaders).type('text/html; charset=utf-8').header('vary', 'accept-encoding');
      if (!encoding) return reply.header('etag', `"${etag}"`).send(plain);
      const body = (compressed[encoding] ??= compress[encoding](plain));
      return reply.header('etag', `"${etag}-${encoding}"`).header('content-encoding', encoding).send(body);
    },
  };
}

const compress: Record<Encoding, (plain: Buffer) => Buffer> = {
  br: (plain) => brotliCompressSync(plain),
  gzip: (plain) => gzipSync(plain, { level: 9 }),
};

/** The strict policy of every document: no inline script, no foreign host, no framing, typed script sinks. */
export const documentHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
};
