import type { Tx } from '../../platform/database/db.ts';
import { requestGenerationRemovals } from '../films/generations/generation-removal.queries.ts';
import { filesOfPhotos } from '../photos/photo.queries.ts';
import { removeFilesLater } from '../photos/files/remove-files.ts';

/** Enqueues the removal of everything that photos have outside the database: photo, films and posters in storage, generations at the provider. */
export async function releaseFiles(tx: Tx, photoIds: string[]): Promise<void> {
  await removeFilesLater(tx, await filesOfPhotos(tx, photoIds));
  await requestGenerationRemovals(tx, photoIds);
}
