import { randomInt } from 'node:crypto';
import type { Action } from '@keepsake/contract/photos/content';
import type { Tx } from '../../platform/database/db.ts';
import { effectOfPrompt } from '../../providers/video/effect-of-prompt.ts';
import { promptsById, type PromptRow } from '../prompts/prompt.queries.ts';
import { fillSlotsAfter } from '../journal/queued-jobs.ts';
import { insertFilms, type NewFilm } from './film.queries.ts';

export interface PaidPhoto {
  photoId: string;
  actions: Action[];
}

/** An effect as the customer has seen it. */
type SoldPrompt = Pick<PromptRow, 'id' | 'action' | 'prompt' | 'effect'>;

/**
 * Creates the films of a paid order, each with a copy of the wording that was sold (of the prompt's current one if it is not known), so that later
 * changes by an administrator do not affect what was sold. Each film has its own seed; the versions of one effect have consecutive seeds, so that
 * they differ.
 * @returns the number of films
 */
export async function createFilms(
  tx: Tx,
  bucketId: string,
  order: PaidPhoto[],
  sold: readonly SoldPrompt[] = [],
): Promise<number> {
  const ids = new Set(order.flatMap(({ actions }) => actions.map(({ promptId }) => promptId)));
  const prompts = new Map<string, SoldPrompt>(
    [...(await promptsById(tx, [...ids])), ...sold].map((prompt) => [prompt.id, prompt]),
  );
  const films: NewFilm[] = [];
  for (const { photoId, actions } of order) {
    for (const { promptId, variety, agreedTo } of actions) {
      const ordered = prompts.get(promptId);
      if (!ordered) throw new Error(`Set ${bucketId} was paid with the prompt ${promptId}, which does not exist`);
      const { action, prompt } = ordered;
      const effect = effectOfPrompt(ordered);
      const first = { seed: randomInt(2 ** 32), number: 1 };
      for (let number = 1; number <= variety; number += 1) {
        const seed = versionSeed(first, number);
        films.push({ bucketId, photoId, promptId, number, action, prompt, effect, seed, agreedTo });
      }
    }
  }
  await insertFilms(tx, films);
  await fillSlotsAfter(tx);
  return films.length;
}

/**
 * The seed of a further version of a film. Versions of one effect have consecutive seeds, for which the renderer makes clearly different films;
 * random seeds may give similar ones.
 */
export function versionSeed(known: { seed: number; number: number }, number: number): number {
  const seeds = 2 ** 32;
  return (known.seed + number - known.number + seeds) % seeds;
}
