import { createServer, type Server } from 'node:http';
import { languages, type Language } from '@keepsake/contract/primitives';
import type { WordedKind } from './mail-fixtures.ts';
import { listPage, mailKinds, mailPage } from './preview-page.ts';

/** The pages of `npm run mails`: `/` lists the mails, `/<kind>/<language>` shows one, with `?dark` in dark mode. */
export function createPreviewServer(): Server {
  return createServer((request, response) => {
    const url = URL.parse(request.url ?? '/', 'http://localhost');
    if (!url) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('This is no address.\n');
      return;
    }
    const { pathname, searchParams } = url;
    if (pathname === '/changes') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 200\n\n');
      return;
    }
    const { status, type, body } = answer(pathname, searchParams.has('dark'));
    response
      .writeHead(status, { 'content-type': `text/${type}; charset=utf-8`, 'cache-control': 'no-store' })
      .end(body);
  });
}

function answer(pathname: string, dark: boolean): { status: number; type: 'html' | 'plain'; body: string } {
  if (pathname === '/') return { status: 200, type: 'html', body: listPage() };
  const [kind = '', language = '', ...more] = pathname.slice(1).split('/');
  if (!isKind(kind)) return notFound(`There is no mail of this kind. Kinds: ${mailKinds.join(', ')}`);
  if (!isLanguage(language) || more.length > 0)
    return notFound(`This mail is at /${kind}/<language>. Languages: ${languages.join(', ')}`);
  return { status: 200, type: 'html', body: mailPage({ kind, language, dark }) };
}

function notFound(text: string) {
  return { status: 404, type: 'plain', body: `${text}\n` } as const;
}

function isKind(name: string): name is WordedKind {
  return mailKinds.some((kind) => kind === name);
}

function isLanguage(name: string): name is Language {
  return languages.some((language) => language === name);
}
