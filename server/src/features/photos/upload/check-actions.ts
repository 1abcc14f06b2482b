import type { Action } from '@keepsake/contract/content';
import { AppError } from '../../../errors.ts';
import type { Queryable } from '../../../platform/db.ts';
import { invalidFields } from '../../../platform/http/invalid-fields.ts';
import { offeredAmong } from '../photo.queries.ts';

/**
 * Checks the effects chosen for several photos: each effect once a photo, on offer today, and all of a photo of one theme.
 * @param field name of the request's list of photos, for the refusal
 * @throws AppError duplicate_prompt, prompt_not_available, validation_failed
 */
export async function checkActions(db: Queryable, field: string, chosen: readonly Action[][]): Promise<void> {
  const named = chosen.flatMap((actions, photo) =>
    actions.map(({ promptId }, position) => ({
      promptId,
      first: actions[0]?.promptId ?? promptId,
      field: `${field}.${photo}.actions.${position}.promptId`,
      isRepeated: actions.findIndex((action) => action.promptId === promptId) < position,
    })),
  );
  const repeated = named.find(({ isRepeated }) => isRepeated);
  if (repeated) throw refusal('duplicate_prompt', repeated.field);
  const offered = await offeredAmong(db, [...new Set(named.map(({ promptId }) => promptId))]);
  const missing = named.find(({ promptId }) => !offered.has(promptId));
  if (missing) throw refusal('prompt_not_available', missing.field);
  const strange = named.find(({ promptId, first }) => offered.get(promptId) !== offered.get(first));
  if (strange) throw invalidFields({ [strange.field]: { code: 'not_allowed' } });
}

function refusal(code: 'duplicate_prompt' | 'prompt_not_available', field: string): AppError {
  return new AppError(code, { fields: { [field]: new AppError(code).message } });
}
