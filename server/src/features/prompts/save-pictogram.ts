import type { Pictogram } from '@keepsake/contract/films/prompts';
import { AppError } from '../../errors.ts';
import type { Db } from '../../platform/database/db.ts';
import { refuseIfChanged } from '../../platform/http/refuse-if-changed.ts';
import { recordChange } from '../journal/audit.queries.ts';
import {
  deletePictogram,
  insertPictogram,
  isKeyTaken,
  lockPictogram,
  updatePictogram,
  type PictogramFields,
} from './pictogram.queries.ts';
import { removeSuggestion, renameSuggestion } from './prompt.queries.ts';
import type { Seen } from './save-prompt.ts';

interface Actor {
  userId: string;
}

/** @throws AppError pictogram_key_taken */
export function addPictogram(db: Db, fields: PictogramFields, actor: Actor): Promise<Pictogram> {
  return db.transaction().execute(async (tx) => {
    const after = await insertPictogram(tx, fields);
    if (!after) throw new AppError('pictogram_key_taken');
    await recordChange(tx, { actor, action: 'pictograms.create', subject: after.id, before: null, after });
    return after;
  });
}

/**
 * Changes a pictogram. If its key changes, prompts that refer to it are updated.
 * @throws AppError not_found, changed_meanwhile, pictogram_key_taken
 */
export async function changePictogram(
  db: Db,
  key: string,
  { revision, ...fields }: PictogramFields & { revision?: number | undefined },
  actor: Actor,
): Promise<Pictogram> {
  try {
    return await db.transaction().execute(async (tx) => {
      const before = await lockPictogram(tx, { key });
      if (!before) throw new AppError('not_found');
      refuseIfChanged(revision, before.revision, before);
      const after = await updatePictogram(tx, before.id, fields);
      if (!after) throw new AppError('not_found');
      if (key !== fields.key) await renameSuggestion(tx, key, fields.key);
      await recordChange(tx, { actor, action: 'pictograms.update', subject: before.id, before, after });
      return after;
    });
  } catch (error) {
    if (isKeyTaken(error)) throw new AppError('pictogram_key_taken');
    throw error;
  }
}

/** Deletes a pictogram, and removes it from prompts that refer to it. @throws AppError not_found, changed_meanwhile */
export function removePictogram(db: Db, { id, revision }: Seen, actor: Actor): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const before = await lockPictogram(tx, { id });
    if (!before) throw new AppError('not_found');
    refuseIfChanged(revision, before.revision, before);
    await deletePictogram(tx, id);
    await removeSuggestion(tx, before.key);
    await recordChange(tx, { actor, action: 'pictograms.delete', subject: id, before, after: null });
  });
}
