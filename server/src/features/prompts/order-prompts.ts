import type { Body } from '@keepsake/contract/endpoint';
import type { orderPrompts } from '@keepsake/contract/films/prompts';
import { AppError } from '../../errors.ts';
import type { Db } from '../../platform/database/db.ts';
import { invalidFields } from '../../platform/http/invalid-fields.ts';
import { recordChange } from '../journal/audit.queries.ts';
import { allPrompts, lockPromptNames, setPositions, type PromptRow } from './prompt.queries.ts';

/**
 * Reorders the prompts of one theme, within the positions that they have among all prompts.
 * @throws AppError validation_failed if they have several themes, or one is named twice; not_found if none of them exists; changed_meanwhile with the
 * `current` order if that differs from `seen`, or prompts were added or deleted since
 */
export function changeOrder(
  db: Db,
  { ids, seen }: Body<typeof orderPrompts>,
  actor: { userId: string },
): Promise<PromptRow[]> {
  return db.transaction().execute(async (tx) => {
    await lockPromptNames(tx);
    const all = await allPrompts(tx);
    const before = all.filter(isOfTheme(themeOfAll(all, ids)));
    const current = before.map(({ id }) => id);
    const isWhole = ids.length === current.length && ids.every((id) => current.includes(id));
    if (!isWhole || (seen !== undefined && seen.join() !== current.join()))
      throw new AppError('changed_meanwhile', { body: { current } });
    const after = ids.flatMap((id) => before.find((prompt) => prompt.id === id) ?? []);
    const left = [...after];
    const ordered = all.map((prompt) => (current.includes(prompt.id) ? (left.shift() ?? prompt) : prompt));
    await setPositions(
      tx,
      ordered.map(({ id }) => id),
    );
    const change = { before: namesOf(before), after: namesOf(after) };
    await recordChange(tx, { actor, action: 'prompts.order', subject: themeOf(before[0]), ...change });
    return ordered;
  });
}

function themeOfAll(all: readonly PromptRow[], ids: readonly string[]): string {
  if (new Set(ids).size < ids.length) throw invalidFields({ ids: { code: 'not_allowed' } });
  const themes = new Set(all.filter(({ id }) => ids.includes(id)).map(themeOf));
  const [theme] = themes;
  if (theme === undefined || theme === null) throw new AppError('not_found');
  if (themes.size > 1) throw invalidFields({ ids: { code: 'not_allowed' } });
  return theme;
}

function isOfTheme(theme: string): (prompt: PromptRow) => boolean {
  return (prompt) => themeOf(prompt) === theme;
}

/** A theme is identified by its English name. */
function themeOf(prompt: PromptRow | undefined): string | null {
  if (prompt === undefined) return null;
  return typeof prompt.imageTheme === 'string' ? prompt.imageTheme : prompt.imageTheme.en;
}

function namesOf(prompts: readonly PromptRow[]): string[] {
  return prompts.map(({ action }) => action.en);
}
