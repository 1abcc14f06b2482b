import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { pageAssetRoutes } from '../pages/page-assets.routes.ts';
import { sendPage } from '../pages/page.ts';
import { mailListPage, mailPage, noMailPage } from './mail-pages.ts';
import { createOutbox } from './outbox.ts';

export type MailboxOptions = {
  /** The folder in which each message is a file `<id>.eml`. */
  outboxDir: string;
  productName: string;
};

type ById = { Params: { id: string } };
type List = { Querystring: { limit?: number; to?: string } };

const base = '/dev/mail';
const assets = `${base}/assets`;
const listQuery = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 1000 }, to: { type: 'string' } },
} as const;

/** Permissions of the frame: styles, and links that open outside of it. */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** Pages and JSON for the messages of an outbox folder, all below `/dev/mail`; mount it without a prefix. */
export function mailboxRoutes({ outboxDir, productName }: MailboxOptions): FastifyPluginAsync {
  const outbox = createOutbox(outboxDir);
  const mailNotFound = (reply: FastifyReply) =>
    sendPage(reply, 404, { title: 'No such message', assets, body: noMailPage({ base, productName }) });

  return async (app) => {
    pageAssetRoutes(app, assets);

    app.get<List>(base, { schema: { querystring: listQuery } }, async ({ query }, reply) => {
      const { messages, total } = await outbox.list({ limit: query.limit ?? 200, to: query.to });
      const body = mailListPage({ base, productName, messages, total });
      return sendPage(reply, 200, { title: `Mailbox – ${productName}`, assets, body });
    });

    app.get<List>(`${base}.json`, { schema: { querystring: listQuery } }, async ({ query }, reply) => {
      const { messages } = await outbox.list({ limit: query.limit ?? 200, to: query.to });
      return reply.header('cache-control', 'no-store').send({ messages });
    });

    app.get<ById>(`${base}/:id`, async (request, reply) => {
      const mail = await outbox.read(request.params.id);
      if (!mail) return mailNotFound(reply);
      const title = `${mail.subject} – ${productName} mailbox`;
      return sendPage(reply, 200, {
        title,
        assets,
        body: mailPage({ base, productName, mail }),
        framesOwn: true,
      });
    });

    app.get<ById>(`${base}/:id(^[A-Za-z0-9._-]+).json`, async (request, reply) => {
      const mail = await outbox.read(request.params.id);
      if (!mail) return reply.code(404).send({ error: 'There is no such message.', code: 'not_found' });
      const { id, to, from, subject, date, text, html, links } = mail;
      return reply.header('cache-control', 'no-store').send({ id, to, from, subject, date, text, html, links });
    });

    app.get<ById>(`${base}/:id/html`, async (request, reply) => {
      const mail = await outbox.read(request.params.id);
      if (!mail) return mailNotFound(reply);
      return reply
        .headers({
          'content-security-policy': mailPolicy,
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        })
        .type('text/html; charset=utf-8')
        .send(withTopLinks(mail.html));
    });

    app.get<ById>(`${base}/:id/raw`, async (request, reply) => {
      const raw = await outbox.raw(request.params.id);
      if (!raw) return mailNotFound(reply);
      return reply
        .headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
        .type('text/plain; charset=utf-8')
        .send(raw);
    });
  };
}

/** Links lead out of the frame, into the whole window. */
function withTopLinks(html: string): string {
  const target = '<base target="_top" />';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + target) : target + html;
}
