import type { Prompt } from '@keepsake/contract/prompts';
import { AppError } from '../../errors.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { refuseIfChanged } from '../../platform/http/refuse-if-changed.ts';
import { recordChange } from '../audit/audit.queries.ts';
import {
  insertPrompt,
  lockPrompt,
  lockPromptNames,
  promptExists,
  promptIsInUse,
  toPrompt,
  updatePrompt,
  withdrawPrompt,
  type PromptFields,
} from './prompt.queries.ts';

interface Actor {
  userId: string;
}

/** Something as an administrator saw it. */
export interface Seen {
  id: string;
  revision?: number | undefined;
}

/** @throws AppError prompt_exists */
export function addPrompt(db: Db, fields: PromptFields, actor: Actor): Promise<Prompt> {
  return db.transaction(async (tx) => {
    await lockPromptNames(tx);
    if (await promptExists(tx, fields, null)) throw new AppError('prompt_exists');
    const after = toPrompt(await insertPrompt(tx, fields));
    await recordChange(tx, { actor, action: 'prompts.create', subject: after.id, before: null, after });
    return after;
  });
}

/** Paid orders keep the wording that they were sold with. @throws AppError not_found, changed_meanwhile, prompt_exists */
export function changePrompt(
  db: Db,
  id: string,
  { revision, ...fields }: PromptFields & { revision?: number | undefined },
  actor: Actor,
): Promise<Prompt> {
  return db.transaction(async (tx) => {
    await lockPromptNames(tx);
    const before = await lockedPrompt(tx, id);
    refuseIfChanged(revision, before.revision, before);
    if (await promptExists(tx, fields, id)) throw new AppError('prompt_exists');
    const updated = await updatePrompt(tx, id, fields);
    if (!updated) throw new AppError('not_found');
    const after = toPrompt(updated);
    await recordChange(tx, { actor, action: 'prompts.update', subject: id, before, after });
    return after;
  });
}

/** @throws AppError not_found, changed_meanwhile; prompt_in_use where a set that is not paid yet has chosen it */
export function removePrompt(db: Db, { id, revision }: Seen, actor: Actor): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockedPrompt(tx, id);
    refuseIfChanged(revision, before.revision, before);
    if (await promptIsInUse(tx, id)) throw new AppError('prompt_in_use');
    await withdrawPrompt(tx, id);
    await recordChange(tx, { actor, action: 'prompts.delete', subject: id, before, after: null });
  });
}

async function lockedPrompt(tx: Tx, id: string): Promise<Prompt> {
  const prompt = await lockPrompt(tx, id);
  if (!prompt) throw new AppError('not_found');
  return toPrompt(prompt);
}
