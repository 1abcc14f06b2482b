import type { FastifyReply } from 'fastify';

type Page = {
  title: string;
  /** Where `page-assets.routes.ts` is mounted. */
  assets: string;
  body: Html;
  /** Origins besides this one that forms may lead to, redirects included. */
  formTargets?: string[];
  /** Whether the page contains a frame of its own origin. */
  framesOwn?: boolean;
};

/** Sends a document that runs no script and loads nothing from other origins. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(page),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(documentOf(page).markup);
}

function policy({ formTargets = [], framesOwn = false }: Page): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `frame-src ${framesOwn ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function documentOf({ title, assets, body }: Page): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assets}/sandbox.css" />
      </head>
      <body>
        ${body}
      </body>
    </html> `;
}

/** Markup that is safe to send: made by the `html` tag only. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | HtmlValue[];

/** Template tag: every value is escaped, unless it is markup made by this tag. Empty values print nothing. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(strings.map((part, index) => part + printed(values[index])).join(''));
}

function printed(value: HtmlValue): string {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(printed).join('');
  if (value === null || value === undefined || value === false) return '';
  return escapeHtml(String(value));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
