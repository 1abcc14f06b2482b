import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../../config.ts';
import { apiPage } from './api-page.ts';
import { documentHeaders } from '../documents.ts';
import { openApi } from './openapi.ts';

const styleAddress = '/api/docs.css';
const jsonAddress = '/api/docs?format=json';

/**
 * The contract as an OpenAPI document, for authors of clients: browsers get it as a page, programs as JSON. Generated at the first
 * request.
 */
export function docsRoutes(
  server: FastifyInstance,
  { config, publicUrl }: { config: Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL'>; publicUrl: string },
): void {
  let made: { json: string; page: string } | undefined;
  const make = () => {
    const document = openApi({ name: config.PRODUCT_NAME, url: publicUrl, email: config.SUPPORT_EMAIL });
    return { json: JSON.stringify(document), page: apiPage(document, { styleAddress, jsonAddress }) };
  };
  const style = readFileSync(join(import.meta.dirname, 'api-page.css'), 'utf8');
  server.get('/api/docs', (request, reply) => {
    made ??= make();
    reply.headers({ 'cache-control': 'public, max-age=300', vary: 'accept' });
    if (request.url.startsWith(jsonAddress) || !acceptsHtml(request.headers.accept))
      return reply.type('application/json; charset=utf-8').send(made.json);
    const { 'cache-control': _, ...headers } = documentHeaders;
    return reply.headers(headers).type('text/html; charset=utf-8').send(made.page);
  });
  server.get(styleAddress, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('text/css; charset=utf-8').send(style),
  );
}

/** Browsers accept `text/html` when they open an address; programs accept JSON or anything, or send no header. */
function acceptsHtml(accept = ''): boolean {
  return /\btext\/html\b/.test(accept) && !/\bapplication\/json\b/.test(accept);
}
