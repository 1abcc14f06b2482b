import * as contract from '@keepsake/contract/films/prompts';
import type { FastifyInstance } from 'fastify';
import { completeIcon } from '@keepsake/contract/films/icons';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import { invalidFields } from '../../platform/http/invalid-fields.ts';
import { effectOfPrompt, unknownEffect } from '../../providers/video/effect-of-prompt.ts';
import { allPictograms, keyOfName } from './pictogram.queries.ts';
import { changeOrder } from './order-prompts.ts';
import { allPrompts, offeredPrompts } from './prompt.queries.ts';
import { toAdminPrompt, toPrompt } from './view-prompt.ts';
import { addPictogram, changePictogram, removePictogram } from './save-pictogram.ts';
import { addPrompt, changePrompt, removePrompt } from './save-prompt.ts';
import type { Icons } from './icons.ts';

export function promptsRoutes(api: Api, deps: Deps): void {
  const { db, icons } = deps;

  api.handle(contract.listPrompts, async () => ({ prompts: (await offeredPrompts(db)).map(toPrompt) }));

  api.handle(contract.listOfferedEffects, async () => ({
    effects: [...new Set((await offeredPrompts(db)).map(effectOfPrompt))].filter((effect) => effect !== unknownEffect),
  }));

  api.handle(contract.listPictograms, async () => ({ suggestions: await allPictograms(db) }));

  api.handle(contract.listAdminPrompts, async () => ({ prompts: (await allPrompts(db)).map(toAdminPrompt) }));

  api.handle(contract.createPrompt, async ({ body, actor }) => ({ prompt: await addPrompt(db, body, actor) }));

  api.handle(contract.updatePrompt, async ({ params, body, actor }) => ({
    prompt: await changePrompt(db, params.id, body, actor),
  }));

  api.handle(contract.orderPrompts, async ({ body, actor }) => ({
    prompts: (await changeOrder(db, body, actor)).map(toAdminPrompt),
  }));

  api.handle(contract.deletePrompt, async ({ params, query, actor }) => {
    await removePrompt(db, { ...params, ...query }, actor);
    return { message: 'Prompt deleted' };
  });

  api.handle(contract.listIcons, async () => ({
    drawings: (await icons.drawings()).map((name) => `/card-icons/${name}.svg`),
    classNames: [...((await icons.classNames()) ?? [])],
    keywords: await icons.keywords(),
  }));

  api.handle(contract.createPictogram, async ({ body, actor }) => ({
    suggestion: await addPictogram(
      db,
      { ...body, icon: await requireIcon(icons, body.icon), key: body.key ?? keyOfName(body.name) },
      actor,
    ),
  }));

  api.handle(contract.updatePictogram, async ({ params, body, actor }) => ({
    suggestion: await changePictogram(
      db,
      params.key,
      { ...body, icon: await requireIcon(icons, body.icon), key: body.key ?? params.key },
      actor,
    ),
  }));

  api.handle(contract.deletePictogram, async ({ params, query, actor }) => {
    await removePictogram(db, { ...params, ...query }, actor);
    return { message: 'Suggestion deleted' };
  });
}

/** A drawing that is opened as a page must not run scripts or load anything. */
const drawingHeaders = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=3600',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
};

/** Serves the drawings of pictograms: the product's, replaced or extended by the installation's own. */
export function cardIconsRoutes(server: FastifyInstance, { icons }: Deps): void {
  server.get<{ Params: { file: string } }>('/card-icons/:file', async (request, reply) => {
    const name = /^(.*)\.svg$/.exec(request.params.file)?.[1];
    const drawing = name === undefined ? undefined : await icons.drawing(name);
    return drawing ? reply.headers(drawingHeaders).send(drawing) : reply.callNotFound();
  });
}

/** The full name of the icon that was entered. @throws AppError validation_failed if there is no such icon */
export async function requireIcon(icons: Icons, typed: string): Promise<string> {
  const icon = completeIcon(typed);
  const drawings = await icons.drawings();
  const isThere = icon.startsWith('fa-')
    ? ((await icons.classNames())?.has(icon) ?? true)
    : drawings.some((name) => icon === `/card-icons/${name}.svg`);
  if (!isThere) throw invalidFields({ icon: { code: 'unknown_icon', example: drawings.slice(0, 20).join(', ') } });
  return icon;
}
