import type { AdminPrompt } from '@keepsake/contract/films/prompts';
import { languages } from '@keepsake/contract/primitives';
import { translate } from '@keepsake/contract/translate';
import { AppError } from '../../errors.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { refuseIfChanged } from '../../platform/http/refuse-if-changed.ts';
import { effectOfPrompt } from '../../providers/video/effect-of-prompt.ts';
import { recordChange } from '../journal/audit.queries.ts';
import { lockPictograms } from './pictogram.queries.ts';
import {
  insertPrompt,
  lockPrompt,
  lockPromptNames,
  promptExists,
  promptIsInUse,
  updatePrompt,
  withdrawFromChoices,
  withdrawPrompt,
  type PromptFields,
  type PromptRow,
} from './prompt.queries.ts';
import { toAdminPrompt } from './view-prompt.ts';

interface Actor {
  userId: string;
}

type SoldEffect = Pick<PromptRow, 'action' | 'effect'>;

/** A record in the revision that an administrator saw. */
export interface Seen {
  id: string;
  revision?: number | undefined;
}

/** @throws AppError validation_failed, prompt_exists */
export function addPrompt(db: Db, fields: PromptFields, actor: Actor): Promise<AdminPrompt> {
  return db.transaction().execute(async (tx) => {
    await lockPromptNames(tx);
    await refuseUnknownPictograms(tx, fields);
    if (await promptExists(tx, fields, null)) throw new AppError('prompt_exists');
    const after = toAdminPrompt(await insertPrompt(tx, fields));
    await recordChange(tx, { actor, action: 'prompts.create', subject: after.id, before: null, after });
    return after;
  });
}

/**
 * Changes a prompt. Paid orders keep the wording with which they were sold. Nobody pays for another effect than the one that was chosen: a prompt
 * that becomes another effect, or gets another name, is withdrawn from the unpaid buckets that chose it.
 * @throws AppError not_found, changed_meanwhile, validation_failed, prompt_exists
 */
export function changePrompt(
  db: Db,
  id: string,
  { revision, ...fields }: PromptFields & { revision?: number | undefined },
  actor: Actor,
): Promise<AdminPrompt> {
  return db.transaction().execute(async (tx) => {
    await lockPromptNames(tx);
    const stored = await lockedPrompt(tx, id);
    const before = toAdminPrompt(stored);
    refuseIfChanged(revision, before.revision, before);
    await refuseUnknownPictograms(tx, fields);
    if (await promptExists(tx, fields, id)) throw new AppError('prompt_exists');
    // The effect was chosen for the old wording, so a new wording resets it.
    const isWordedAlike = fields.prompt === stored.prompt && fields.action.en === stored.action.en;
    const changed = {
      ...fields,
      enabled: fields.enabled ?? stored.enabled,
      effect: isWordedAlike ? stored.effect : null,
    };
    if (!isSameEffect(stored, changed) && (await promptIsInUse(tx, id))) await withdrawFromChoices(tx, id);
    const after = toAdminPrompt(await updatePrompt(tx, id, changed));
    await recordChange(tx, { actor, action: 'prompts.update', subject: id, before, after });
    return after;
  });
}

/** Whether customers get the same, under the same name in each language. */
function isSameEffect(one: SoldEffect, other: SoldEffect): boolean {
  return (
    effectOfPrompt(one) === effectOfPrompt(other) &&
    languages.every((language) => translate(one.action, language) === translate(other.action, language))
  );
}

/** @throws AppError not_found, changed_meanwhile; prompt_in_use if it is chosen in an unpaid bucket */
export function removePrompt(db: Db, { id, revision }: Seen, actor: Actor): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const before = toAdminPrompt(await lockedPrompt(tx, id));
    refuseIfChanged(revision, before.revision, before);
    if (await promptIsInUse(tx, id)) throw new AppError('prompt_in_use');
    await withdrawPrompt(tx, id);
    await recordChange(tx, { actor, action: 'prompts.delete', subject: id, before, after: null });
  });
}

/** @throws AppError validation_failed with each key without a pictogram: such advice would never be shown */
async function refuseUnknownPictograms(tx: Tx, { suggestions }: PromptFields): Promise<void> {
  const known = await lockPictograms(tx, suggestions);
  const fields = suggestions.flatMap((key, index) =>
    known.has(key) ? [] : [[`suggestions.${index}`, `There is no pictogram with the key ${key}.`]],
  );
  if (fields.length > 0) throw new AppError('validation_failed', { fields: Object.fromEntries(fields) });
}

async function lockedPrompt(tx: Tx, id: string): Promise<PromptRow> {
  const prompt = await lockPrompt(tx, id);
  if (!prompt) throw new AppError('not_found');
  return prompt;
}
