import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoConfig } from '@keepsake/contract/films/videos';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { newId, newToken } from '../../../platform/ids.ts';
import { photoKey } from '../../photos/photo.queries.ts';
import { cancelRemovals, requestRemovals } from '../../photos/files/file-removal.queries.ts';
import { makeTestFilmLater } from '../../journal/queued-jobs.ts';
import { removeFilesLater } from '../../photos/files/remove-files.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { checkVideoConfig } from './check-video-config.ts';
import {
  deleteOtherConfigTests,
  insertConfigTest,
  latestConfigTest,
  longestTestMs,
  moveConfigTest,
  type ConfigTest,
} from './config-test.queries.ts';

/** A drawn portrait, 960 × 1152: made by art/src/make-films.ts. */
const samplePhoto = join(import.meta.dirname, 'sample-photo.jpg');
/** Milliseconds after which a photo without a row counts as left behind by a process that died. */
const graceMs = 3_600_000;

/**
 * Requests a test film of the sample photo with this configuration, whether it is in force or not. Earlier test films are deleted.
 * @throws AppError validation_failed, test_running
 */
export async function startConfigTest(deps: Deps, config: VideoConfig, actor: { userId: string }): Promise<ConfigTest> {
  checkVideoConfig(config, deps.config);
  await endStaleTest(deps);
  const photoFilename = `${newId()}.jpg`;
  await requestRemovals(deps.db, [photoKey(photoFilename)], graceMs);
  const { sha256 } = await deps.storage.put(photoKey(photoFilename), await readFile(samplePhoto), 'image/jpeg');
  return deps.db.transaction().execute(async (tx) => {
    const test = { id: newId(), config, token: newToken(), photoFilename, photoSha256: sha256, userId: actor.userId };
    const started = await insertConfigTest(tx, test);
    if (!started) throw new AppError('test_running');
    await cancelRemovals(tx, [photoKey(photoFilename)]);
    await removeFilesLater(tx, await deleteOtherConfigTests(tx, started.id));
    await makeTestFilmLater(tx, started.id);
    await recordChange(tx, { actor, action: 'video_config.test', subject: started.id, before: null, after: config });
    return started;
  });
}

/** Fails a test that has exceeded its time: its job was lost. @throws AppError test_running if one may still be running */
async function endStaleTest({ db }: Deps): Promise<void> {
  const latest = await latestConfigTest(db);
  if (!latest || latest.state === 'done' || latest.state === 'failed') return;
  if (latest.age <= 2 * longestTestMs) throw new AppError('test_running');
  await moveConfigTest(db, latest.id, latest.state, { state: 'failed', reason: 'It was left unfinished.' });
}
