import * as contract from '@keepsake/contract/prompts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import { allPictograms, keyOfName } from './pictogram.queries.ts';
import { offeredPrompts, toAdminPrompt, toPrompt } from './prompt.queries.ts';
import { requireIcon } from './require-icon.ts';
import { addPictogram, changePictogram, removePictogram } from './save-pictogram.ts';
import { addPrompt, changePrompt, removePrompt } from './save-prompt.ts';

export function promptsRoutes(api: Api, deps: Deps): void {
  const { db, icons } = deps;

  api.handle(contract.listPrompts, async () => ({ prompts: (await offeredPrompts(db)).map(toPrompt) }));

  api.handle(contract.listPictograms, async () => ({ suggestions: await allPictograms(db) }));

  api.handle(contract.listAdminPrompts, async () => ({ prompts: (await offeredPrompts(db)).map(toAdminPrompt) }));

  api.handle(contract.createPrompt, async ({ body, actor }) => ({ prompt: await addPrompt(db, body, actor) }));

  api.handle(contract.updatePrompt, async ({ params, body, actor }) => ({
    prompt: await changePrompt(db, params.id, body, actor),
  }));

  api.handle(contract.deletePrompt, async ({ params, query, actor }) => {
    await removePrompt(db, { ...params, ...query }, actor);
    return { message: 'Prompt deleted' };
  });

  api.handle(contract.listIcons, async () => ({
    drawings: (await icons.drawings()).map((name) => `/card-icons/${name}.svg`),
    classNames: [...((await icons.classNames()) ?? [])],
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
