import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/db.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import { alertAdmins } from '../../journal/alert-admins.ts';
import { insertDuplicates } from './generation.queries.ts';

interface Duplicates {
  provider: string;
  attemptId: string;
  photoId?: string | undefined;
  generationIds: string[];
}

/** Generations beyond the one that was asked for may have cost money: they are counted, and told to the administrators, once. */
export async function reportDuplicates(tx: Tx, deps: Deps, found: Duplicates): Promise<void> {
  const fresh = await insertDuplicates(tx, deps.clock, found);
  if (fresh.length === 0) return;
  const text = `The provider ${found.provider} made ${fresh.join(', ')} besides the film that was asked for (attempt ${found.attemptId}): a film may have been bought twice.`;
  await recordError(tx, deps.clock, { moduleName: 'videos', errorMessage: text, photoId: found.photoId });
  await alertAdmins(tx, deps.clock, { text, dedupeKey: `duplicate:${found.attemptId}:${fresh.join(',')}` });
}
