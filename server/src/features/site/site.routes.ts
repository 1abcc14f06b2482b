import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { siteInfo } from '@keepsake/contract/site';
import { fieldProblems } from '@keepsake/contract/field-errors';
import { language, plainString } from '@keepsake/contract/primitives';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Reply } from '@keepsake/contract/endpoint';
import { AppError } from '../../errors.ts';
import { invalidFields } from '../../platform/http/invalid-fields.ts';
import { isDatabaseDown } from '../../platform/database/db.ts';
import { networkOf } from '../../platform/network/network-of.ts';
import { currentVideoConfig } from '../films/config/video-config.queries.ts';
import { createMissingTexts } from './missing-texts.ts';

export function siteRoutes(api: Api, deps: Deps): void {
  api.handle(siteInfo, async () => ({
    productName: deps.config.PRODUCT_NAME,
    supportEmail: deps.config.SUPPORT_EMAIL,
    sandboxCheckout: deps.sandboxCheckout,
    mailbox: !deps.config.SMTP_URL,
    filmsBy: await filmsBy(deps),
    testimonials: deps.testimonials,
  }));
}

/** The pages request this when they start, even if the database is down. */
async function filmsBy({ db }: Deps): Promise<Reply<typeof siteInfo>['filmsBy']> {
  try {
    return (await currentVideoConfig(db)).serviceProvider;
  } catch (error) {
    if (isDatabaseDown(error)) return null;
    throw error;
  }
}

const web = join(import.meta.dirname, '../../../../web');
const maxKeys = 100;
/** A key as in the text files: `stage.creatingFor_one`. */
const textKey = z.string().check(z.maxLength(200), z.regex(/^[A-Za-z][\w-]*(?:\.\w[\w-]*)*$/));
const body = z
  .record(textKey, plainString().check(z.maxLength(2000)))
  .check(z.refine((texts) => Object.keys(texts).length <= maxKeys, 'not_allowed'));

/** Records texts that the pages miss during development, for translators. Not registered with NODE_ENV=production. */
export function missingTextsRoutes(server: FastifyInstance, deps: Deps): void {
  if (deps.config.production) return;
  const missing = createMissingTexts(join(deps.config.DATA_DIR, 'missing-translations'));
  const known = namespaces();
  server.post<{ Params: { language: string; namespace: string } }>(
    '/locales/add/:language/:namespace',
    async (request, reply) => {
      await deps.limits.count('call', networkOf(request.ip));
      const requestedLanguage = language.safeParse(request.params.language);
      const { namespace } = request.params;
      if (!requestedLanguage.success || !known.has(namespace)) throw new AppError('not_found');
      const texts = body.safeParse(request.body, { reportInput: true });
      if (!texts.success) throw invalidFields(fieldProblems(texts.error.issues));
      await missing.record(requestedLanguage.data, namespace, new Map(Object.entries(texts.data)));
      return reply.code(204).send();
    },
  );
}

/** The namespaces of the English texts, which are complete. */
function namespaces(): ReadonlySet<string> {
  const folders = ['dist', 'public'].map((folder) => join(web, folder, 'locales/en'));
  const folder = folders.find(existsSync);
  const files = folder === undefined ? [] : readdirSync(folder);
  return new Set(files.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length)));
}
