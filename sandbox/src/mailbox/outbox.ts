import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

export type MailSummary = {
  /** The file's name without `.eml`. */
  id: string;
  /** Bare addresses, separated by commas. */
  to: string;
  subject: string;
  /** ISO 8601, as the message says; else when its file was written. */
  date: string;
};

export type Mail = MailSummary & { from: string; text: string; html: string; links: string[]; attachments: string[] };

export type Outbox = {
  /** The newest messages, only those to one address where it is given, and how many there are in all. */
  list(wanted: { limit: number; to?: string | undefined }): Promise<{ messages: MailSummary[]; total: number }>;
  read(id: string): Promise<Mail | undefined>;
  raw(id: string): Promise<Buffer | undefined>;
};

const mailIdPattern = /^[A-Za-z0-9._-]+$/;

/** Reads a folder in which every message is a file `<id>.eml`; a folder that does not exist yet has no messages. */
export function createOutbox(folder: string): Outbox {
  const summaries = new Map<string, MailSummary>();

  async function summary({ id, writtenAt }: Entry): Promise<MailSummary | undefined> {
    const known = summaries.get(id);
    if (known) return known;
    const raw = await rawMail(folder, id);
    if (!raw) return undefined;
    const read = summaryOf(id, await PostalMime.parse(raw), writtenAt);
    summaries.set(id, read);
    return read;
  }

  return {
    async list({ limit, to }) {
      const entries = await newestEntries(folder);
      for (const id of summaries.keys()) if (!entries.some((entry) => entry.id === id)) summaries.delete(id);
      const messages: MailSummary[] = [];
      for (const entry of entries) {
        if (messages.length === limit) break;
        const message = await summary(entry);
        if (message && (to === undefined || isTo(message, to))) messages.push(message);
      }
      return { messages, total: entries.length };
    },
    async read(id) {
      const raw = await rawMail(folder, id);
      if (!raw) return undefined;
      const email = await PostalMime.parse(raw);
      const { mtimeMs } = await stat(fileOf(folder, id));
      const text = email.text ?? '';
      const html = withInlineImages(email.html ?? '', email.attachments);
      return {
        ...summaryOf(id, email, mtimeMs),
        from: people(email.from ? [email.from] : []),
        text,
        html,
        links: linksOf(html, text),
        attachments: email.attachments
          .filter(({ related }) => !related)
          .map(({ filename, mimeType }) => filename ?? mimeType),
      };
    },
    raw: (id) => rawMail(folder, id),
  };
}

type Entry = { id: string; writtenAt: number };

async function newestEntries(folder: string): Promise<Entry[]> {
  const names = (await ifThere(readdir(folder))) ?? [];
  const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -'.eml'.length));
  const entries = await Promise.all(ids.filter((id) => mailIdPattern.test(id)).map((id) => entryOf(folder, id)));
  return entries
    .filter((entry) => entry !== undefined)
    .toSorted((a, b) => b.writtenAt - a.writtenAt || (a.id < b.id ? 1 : -1));
}

async function entryOf(folder: string, id: string): Promise<Entry | undefined> {
  const stats = await ifThere(stat(fileOf(folder, id)));
  return stats && { id, writtenAt: stats.mtimeMs };
}

async function rawMail(folder: string, id: string): Promise<Buffer | undefined> {
  return mailIdPattern.test(id) ? ifThere(readFile(fileOf(folder, id))) : undefined;
}

function fileOf(folder: string, id: string): string {
  return join(folder, `${id}.eml`);
}

function summaryOf(id: string, email: Email, writtenAt: number): MailSummary {
  const sent = new Date(email.date ?? writtenAt);
  return {
    id,
    to: addresses(email.to ?? []).join(', '),
    subject: email.subject ?? '',
    date: (Number.isNaN(sent.getTime()) ? new Date(writtenAt) : sent).toISOString(),
  };
}

function isTo(message: MailSummary, address: string): boolean {
  return message.to.toLowerCase().split(', ').includes(address.toLowerCase());
}

function addresses(list: Address[]): string[] {
  return list.flatMap((entry) => (entry.group ? addresses(entry.group) : [entry.address]));
}

function people(list: Address[]): string {
  return list
    .flatMap((entry) => entry.group ?? [entry])
    .map(({ name, address }) => (name === '' ? address : `${name} <${address}>`))
    .join(', ');
}

/** Pictures that travel in the message are shown from it, as a mail program does. */
function withInlineImages(html: string, attachments: Attachment[]): string {
  return attachments.reduce((page, { contentId, mimeType, content }) => {
    if (contentId === undefined || !/^image\/(png|jpeg|gif|webp)$/.test(mimeType)) return page;
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
    return page.replaceAll(
      `cid:${contentId.replace(/^<|>$/g, '')}`,
      `data:${mimeType};base64,${bytes.toString('base64')}`,
    );
  }, html);
}

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (['ENOENT', 'ENAMETOOLONG'].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
}

const entities: Record<string, string> = { amp: '&', quot: '"', '#39': "'", '#x27': "'", lt: '<', gt: '>' };

/** The web addresses that a message leads to, each once: those of its HTML, else those in its text. */
function linksOf(html: string, text: string): string[] {
  const inHtml = [...html.matchAll(/<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
    decoded(match[1] ?? match[2] ?? ''),
  );
  const found =
    inHtml.length > 0 ? inHtml : [...text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g)].map(([url]) => url);
  return [...new Set(found)].filter((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
}

function decoded(attribute: string): string {
  return attribute.replace(/&(\w+|#x?\w+);/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole).trim();
}
