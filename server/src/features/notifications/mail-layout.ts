import type { Language, Currency } from '@keepsake/contract/primitives';
import { withoutInvisible } from '@keepsake/contract/without-invisible';
import { formatMoney, toMajor } from '@keepsake/contract/money';
import type { MailTexts } from './texts/mail-texts.shape.ts';

/** Who reads it, in which words, and from whom it comes. */
export interface MailContext {
  readonly language: Language;
  readonly texts: MailTexts;
  /** Missing where the address is not verified. */
  readonly readerName: string | undefined;
  readonly productName: string;
  readonly supportAddress: string;
  /** Without a slash at the end. */
  readonly publicUrl: string;
}

/** The parts a mail is made of, each of which has a form in HTML and one in plain text. */
export type MailBlock =
  | { kind: 'paragraph' | 'quote' | 'note'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'sums'; rows: SumRow[]; total: SumRow };

interface SumRow {
  label: string;
  value: string;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
}

/**
 * One mail as HTML and as text, with the same words in both. Names that were given before invisible characters were taken out of them
 * are printed without these: they could hide a link, or turn the words around them.
 */
export function layoutMail(context: MailContext, subject: string, blocks: readonly MailBlock[]): RenderedMail {
  return {
    subject: withoutInvisible(subject),
    html: withoutInvisible(asHtml(context, subject, blocks).markup),
    text: withoutInvisible(asText(context, blocks)),
  };
}

const sans = "Figtree, 'Helvetica Neue', Arial, sans-serif";
const serif = "Fraunces, Georgia, 'Times New Roman', serif";

function asHtml(context: MailContext, subject: string, blocks: readonly MailBlock[]): Html {
  const { texts, language, productName } = context;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        ${darkMode}
      </head>
      <body
        class="paper"
        style="margin:0;padding:24px 12px;background-color:#FBF7F1;color:#241A14;font-family:${sans};font-size:17px;line-height:1.6"
      >
        <div role="article" aria-label="${subject}" style="max-width:560px;margin:0 auto">
          <p class="brand" style="margin:0 0 16px;color:#A33B1F;font-family:${serif};font-size:24px;font-weight:600">
            ${productName}
          </p>
          <div class="surface" style="background-color:#FFFFFF;border-radius:14px;padding:24px">
            <h1 style="margin:0 0 16px;font-family:${serif};font-size:24px;line-height:1.3;font-weight:600">
              ${subject}
            </h1>
            ${paragraph(texts.layout.greeting(context.readerName))} ${blocks.map((block) => blockAsHtml(block, texts))}
            <p style="margin:24px 0 0">${texts.layout.closing}<br />${productName}</p>
          </div>
          <div class="quiet" style="padding:16px 24px;color:#5E4E43;font-size:14px">
            <p style="margin:0 0 8px">${texts.layout.support(context.supportAddress)}</p>
            <p style="margin:0">${texts.layout.reason(productName)}</p>
          </div>
        </div>
      </body>
    </html> `;
}

/** Markup that is safe to send: made by the `html` tag only. */
interface Html {
  readonly markup: string;
}

const safe = new WeakSet<Html>();

/** A template whose values are escaped for text and quoted attributes; markup made by this tag, or lists of it, goes in as it is. */
function html(fixed: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  const parts = values.map((value, i) => toMarkup(value) + (fixed[i + 1] ?? ''));
  const made = { markup: (fixed[0] ?? '') + parts.join('') };
  safe.add(made);
  return made;
}

function toMarkup(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'object') {
    return [value]
      .flat()
      .map((part) => (safe.has(part) ? part.markup : escape(part.markup)))
      .join('');
  }
  return escape(String(value));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Mail programs that follow the reader's dark mode read this; the others keep the inline colours. */
const darkMode = html`<style>
  @media (prefers-color-scheme: dark) {
    .paper {
      background-color: #16120f !important;
      color: #f6eee4 !important;
    }
    .surface {
      background-color: #201a16 !important;
    }
    .sunken {
      background-color: #110e0b !important;
    }
    .brand {
      color: #f29a76 !important;
    }
    .button {
      background-color: #f29a76 !important;
      color: #16120f !important;
    }
    .quiet {
      color: #c9bbad !important;
    }
    .line {
      border-color: #8e7e71 !important;
    }
  }
</style>`;

function paragraph(text: string): Html {
  return html`<p style="margin:0 0 16px">${text}</p>`;
}

function blockAsHtml(block: MailBlock, texts: MailTexts): Html {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(block.text);
    case 'note':
      return html`<p class="quiet" style="margin:0 0 16px;color:#5E4E43;font-size:15px">${block.text}</p>`;
    case 'quote':
      return html`<p
        class="sunken"
        style="margin:0 0 12px;padding:12px 16px;background-color:#F2EADF;border-radius:8px"
      >
        ${block.text}
      </p>`;
    case 'button':
      return html`<p style="margin:24px 0">
          <a
            class="button"
            href="${webAddress(block.url)}"
            style="display:inline-block;padding:12px 24px;background-color:#A33B1F;color:#FFFFFF;border-radius:999px;font-weight:600;text-decoration:none"
            >${block.label}</a
          >
        </p>
        <p class="quiet" style="margin:0 0 16px;color:#5E4E43;font-size:14px;overflow-wrap:anywhere">
          ${texts.layout.linkFallback}<br />${block.url}
        </p>`;
    case 'sums':
      return html`<dl style="margin:0 0 16px">
        ${block.rows.map((row) => sumRow(row, 'font-weight:400'))}${sumRow(block.total, 'font-weight:600')}
      </dl>`;
  }
}

function sumRow(row: SumRow, weight: string): Html {
  return html`<div class="line" style="padding:8px 0;overflow:hidden;border-bottom:1px solid #8C7A6B;${weight}">
    <dt style="display:inline">${row.label}</dt>
    <dd style="display:inline;margin:0;float:right;white-space:nowrap">${row.value}</dd>
  </div>`;
}

/** A link in a mail leads to a web page and to nothing else. */
function webAddress(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new Error('A mail may only link to http and https addresses');
  return url;
}

function asText(context: MailContext, blocks: readonly MailBlock[]): string {
  const { layout } = context.texts;
  return [
    layout.greeting(context.readerName),
    ...blocks.map(blockAsText),
    `${layout.closing}\n${context.productName}`,
    `-- \n${layout.support(context.supportAddress)}\n${layout.reason(context.productName)}`,
  ].join('\n\n');
}

function blockAsText(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text;
    case 'quote':
      return `> ${block.text}`;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'sums':
      return [...block.rows, block.total].map((row) => `${row.label}: ${row.value}`).join('\n');
  }
}

/** `20 November 2026` in the reader's language; the day is that of UTC. */
export function longDate(context: MailContext, date: Date): string {
  return new Intl.DateTimeFormat(context.texts.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** An amount in minor units, in the reader's number format. */
export function money(context: MailContext, minor: number, currency: Currency): string {
  return formatMoney(toMajor(minor, currency), currency, context.texts.locale);
}

/** A whole percent in the reader's number format. */
export function percentage(context: MailContext, percent: number): string {
  return new Intl.NumberFormat(context.texts.locale, { style: 'percent' }).format(percent / 100);
}

/** The reader's dashboard, with the set that the mail is about. */
export function setLink(context: MailContext, bucketId: string | null): string {
  return `${context.publicUrl}/dashboard${bucketId ? `?bucket=${bucketId}` : ''}`;
}
