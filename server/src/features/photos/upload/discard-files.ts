import type { Deps } from '../../../deps.ts';
import { cancelRemovals, lockRemovals } from '../files/file-removal.queries.ts';

/**
 * Removes those of the files that no row has claimed: they are still on the list of removals. What cannot be removed now stays there and
 * goes with the next sweep.
 */
export async function discardFiles(deps: Deps, storageKeys: string[]): Promise<void> {
  if (storageKeys.length === 0) return;
  try {
    await deps.db.transaction(async (tx) => {
      const unclaimed = await lockRemovals(tx, storageKeys);
      await Promise.all(unclaimed.map((key) => deps.storage.remove(key)));
      await cancelRemovals(tx, unclaimed);
    });
  } catch (error) {
    deps.log.warn({ err: error, files: storageKeys.length }, 'files of an upload are left to the sweep');
  }
}
