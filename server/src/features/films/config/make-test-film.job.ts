import { generationCallback } from '@keepsake/contract/films/videos';
import type { Deps } from '../../../deps.ts';
import { defineJob } from '../../../job.ts';
import { effectOfPrompt } from '../../../providers/video/effect-of-prompt.ts';
import { ProviderError, type VideoProvider } from '../../../providers/video/video-provider.ts';
import { photoKey } from '../../photos/photo.queries.ts';
import { providerPhotoUrl } from '../../photos/files/media-links.ts';
import { offeredPrompts } from '../../prompts/prompt.queries.ts';
import { configTestById, longestTestMs, moveConfigTest, testFilmKey, type ConfigTest } from './config-test.queries.ts';
import { jobType, makeTestFilmLater } from '../../journal/queued-jobs.ts';
import { storeCheckedFilm } from '../attempts/store-film.ts';
import { describeError } from '../../../platform/database/describe-error.ts';

const sampleSize = { width: 960, height: 1152 };
const sendWindowMs = 5_000;

/**
 * Runs the next step of the test film. It is requested once: the intent to send is committed first, and a run that finds an intent without an answer
 * fails the test, because no customer is waiting for this film. The embedded renderer may retry, because it costs nothing.
 */
export const makeTestFilmJob = defineJob({
  ...jobType('make-test-film'),
  async run({ id }, deps, { signal }) {
    const test = await configTestById(deps.db, id);
    if (!test) return;
    const provider = deps.videoProvider(test.config.serviceProvider, test.config.serviceProviderUrl);
    const isMadeHere = provider.localSlots !== undefined;
    if (test.state === 'queued' || (test.state === 'requested' && isMadeHere))
      await requestTestFilm(deps, provider, test, signal);
    else if (test.state === 'requested')
      await failTest(deps, test, 'It is not known whether the service took the request.');
    else if (test.state === 'creating') await pollTestFilm(deps, provider, test, signal);
  },
});

async function requestTestFilm(
  deps: Deps,
  provider: VideoProvider,
  test: ConfigTest,
  signal: AbortSignal,
): Promise<void> {
  if (!(await moveConfigTest(deps.db, test.id, test.state, { state: 'requested' }))) return;
  try {
    const request = await buildTestRequest(deps, test);
    const { id } = await provider.create(request, { sendBefore: performance.now() + sendWindowMs, signal });
    await deps.db.transaction().execute(async (tx) => {
      await moveConfigTest(tx, test.id, 'requested', { state: 'creating', generationId: id });
      await makeTestFilmLater(tx, test.id);
    });
  } catch (error) {
    // This process is stopping, and its render with it: another worker makes the film.
    if (error instanceof ProviderError && error.failure === 'cancelled') {
      await deps.db.transaction().execute(async (tx) => {
        await moveConfigTest(tx, test.id, 'requested', { state: 'queued' });
        await makeTestFilmLater(tx, test.id);
      });
      return;
    }
    await failTest(deps, { ...test, state: 'requested' }, describeError(error));
  }
}

async function buildTestRequest(deps: Deps, { config, token, photoFilename }: ConfigTest) {
  const [first] = await offeredPrompts(deps.db);
  if (!first) throw new Error('No effect is offered.');
  return {
    token,
    prompt: first.prompt,
    effect: effectOfPrompt(first),
    seed: 1,
    photo: { storageKey: photoKey(photoFilename), ...sampleSize, url: providerPhotoUrl(deps, photoFilename, token) },
    callbackUrl: deps.publicUrl + generationCallback.path.replace(':token', token),
    settings: config,
  };
}

async function pollTestFilm(deps: Deps, provider: VideoProvider, test: ConfigTest, signal: AbortSignal): Promise<void> {
  if (test.age > longestTestMs) return failTest(deps, test, `No film came within ${longestTestMs / 60_000} minutes.`);
  const pollAgain = () => makeTestFilmLater(deps.db, test.id, deps.config.POLL_INTERVAL_MS);
  try {
    const generation = await provider.get(test.providerGenerationId ?? '');
    if (generation?.state === 'failed') return await failTest(deps, test, generation.failure?.reason ?? 'It failed.');
    if (generation?.state !== 'completed') return await pollAgain();
    const key = testFilmKey(test.id);
    const { sha256 } = await storeCheckedFilm(deps, key, () => provider.download(generation, signal));
    await moveConfigTest(deps.db, test.id, 'creating', { state: 'done', film: { key, sha256 } });
  } catch (error) {
    deps.log.warn({ testId: test.id, err: error }, 'test film could not be fetched yet');
    return pollAgain();
  }
  await provider.remove?.(test.providerGenerationId ?? '').catch((error: unknown) => {
    deps.log.warn({ testId: test.id, err: error }, 'test film could not be deleted at the video service');
  });
}

async function failTest(deps: Deps, test: ConfigTest, reason: string): Promise<void> {
  await moveConfigTest(deps.db, test.id, test.state, { state: 'failed', reason });
}
