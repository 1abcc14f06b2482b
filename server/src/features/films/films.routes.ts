import { listFailedSets, retryFilm } from '@keepsake/contract/films/failed-sets';
import {
  deleteGeneration,
  deleteGenerations,
  failedVideos,
  generationCallback,
  latestGenerationDeletion,
  latestVideoConfigTest,
  getVideoConfig,
  listFailedPhotos,
  listFilmReports,
  listGenerations,
  owedFilms,
  pauseVideoMaking,
  resumeVideoMaking,
  serviceProviders,
  retryGeneration,
  retryGenerations,
  setVideoConfig,
  testVideoConfig,
  videoMaking,
} from '@keepsake/contract/films/videos';
import type { ReplyInput } from '@keepsake/contract/endpoint';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import { defaultProviderUrl } from '../../providers/video/provider-hosts.ts';
import type { ProviderGeneration } from '../../providers/video/video-provider.ts';
import { photoUrl, renderUrl, testFilmUrl } from '../photos/files/media-links.ts';
import { latestConfigTest, type ConfigTest } from './config/config-test.queries.ts';
import { findLatestGenerationDeletion, type GenerationDeletion } from './generations/generation-deletion.queries.ts';
import {
  deleteProviderGeneration,
  listProviderGenerations,
  startGenerationDeletion,
} from './generations/provider-generations.ts';
import { countFailed, failedPhotos, type FailedPhoto } from './failed-film.queries.ts';
import { countFailedSets, failedSets, type FailedSetRow } from './failed-set.queries.ts';
import { countOwedFilms, owedFilmsPage, type OwedFilm } from './owed-film.queries.ts';
import { reportedFilms, type ReportedFilm } from './reported-film.queries.ts';
import { insteadOf, readFilmReport } from './film-report.ts';
import { receiveCallback } from './attempts/poll-generation.ts';
import { retryAllFilms, retryFilmsOfPhoto, retryOneFilm } from './retry-film.ts';
import { setVideoSettings } from './config/set-video-config.ts';
import { startConfigTest } from './config/start-config-test.ts';
import { pauseMaking, resumeMaking, stateOfMaking } from './config/state-of-making.ts';
import { videoConfigState } from './config/video-config.queries.ts';

/** Limit of the reply to `failed-videos`, which has no paging. */
const latestFailed = { page: 1, limit: 200 };

export function filmsRoutes(api: Api, deps: Deps): void {
  api.handle(getVideoConfig, async () => {
    const addresses = serviceProviders.map((name) => [name, defaultProviderUrl(name, deps.config)]);
    return { ...(await videoConfigState(deps.db)), addresses: Object.fromEntries(addresses) };
  });

  api.handle(setVideoConfig, ({ body, actor }) => setVideoSettings(deps, body, actor));

  api.handle(testVideoConfig, async ({ body, actor }) => ({
    test: toConfigTest(deps, await startConfigTest(deps, body, actor)),
  }));

  api.handle(latestVideoConfigTest, async () => {
    const test = await latestConfigTest(deps.db);
    return { test: test ? toConfigTest(deps, test) : null };
  });

  api.handle(videoMaking, async () => stateOfMaking(deps));

  api.handle(pauseVideoMaking, async ({ actor }) => {
    await pauseMaking(deps, actor);
    return stateOfMaking(deps);
  });

  api.handle(resumeVideoMaking, async ({ actor }) => {
    await resumeMaking(deps, actor);
    return stateOfMaking(deps);
  });

  api.handle(listFilmReports, async ({ query }) => {
    const { films, total } = await reportedFilms(deps.db, query);
    return { data: films.flatMap(toFilmReport), total };
  });

  api.handle(owedFilms, async ({ query }) => {
    const [owed, total] = await Promise.all([owedFilmsPage(deps.db, query), countOwedFilms(deps.db)]);
    return { data: owed.map(toOwedFilm), total };
  });

  api.handle(failedVideos, async () =>
    (await failedPhotos(deps.db, latestFailed)).map((content) => toFailedVideo(deps, content)),
  );

  api.handle(listFailedPhotos, async ({ query }) => {
    const [photos, counted] = await Promise.all([failedPhotos(deps.db, query), countFailed(deps.db)]);
    return { data: photos.map((content) => toFailedVideo(deps, content)), ...counted };
  });

  api.handle(listFailedSets, async ({ query }) => {
    const [sets, counted] = await Promise.all([failedSets(deps.db, query), countFailedSets(deps.db)]);
    return { data: sets.map((set) => toFailedSet(deps, set)), ...counted };
  });

  api.handle(retryFilm, async ({ params, actor }) => {
    await retryOneFilm(deps, actor, params.id);
    return { message: 'The film is being made again.' };
  });

  api.handle(retryGeneration, async ({ params, actor }) => {
    const films = await retryFilmsOfPhoto(deps, actor, params.id);
    return { message: films === 1 ? 'One film is being made again.' : `${films} films are being made again.` };
  });

  api.handle(retryGenerations, async ({ actor }) => {
    const { retried, skipped } = await retryAllFilms(deps, actor);
    return { message: `${retried} films are being made again, ${skipped} may be charged twice.`, retried, skipped };
  });

  api.handle(listGenerations, async ({ query }) => {
    const { generations, hasMore } = await listProviderGenerations(deps, query);
    return {
      generations: generations.map((one) => toGeneration(deps, one)),
      count: generations.length,
      has_more: hasMore,
    };
  });

  api.handle(deleteGeneration, async ({ params, actor }) => {
    await deleteProviderGeneration(deps, actor, params.id);
    return { message: 'The generation is deleted.' };
  });

  api.handle(deleteGenerations, async ({ actor }) => ({
    message: 'The generations that no order needs are being deleted.',
    deletion: toDeletion(await startGenerationDeletion(deps, actor)),
  }));

  api.handle(latestGenerationDeletion, async () => {
    const deletion = await findLatestGenerationDeletion(deps.db);
    return { deletion: deletion ? toDeletion(deletion) : null };
  });

  api.handle(generationCallback, async ({ params }) => {
    await receiveCallback(deps, params.token);
    return { message: 'Thank you.' };
  });
}

function toConfigTest({ links }: Deps, { id, config, state, reason, photoFilename, createdAt }: ConfigTest) {
  return {
    id,
    config,
    state: state === 'requested' ? 'creating' : state,
    reason,
    createdAt: createdAt.toISOString(),
    photoUrl: photoUrl(links, photoFilename),
    filmUrl: state === 'done' ? testFilmUrl(links, id) : null,
  } as const;
}

function toDeletion({
  id,
  state,
  total,
  deleted,
  skipped,
  reason,
  createdAt,
  endedAt,
}: GenerationDeletion): ReplyInput<typeof deleteGenerations>['deletion'] {
  const times = { createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
  return { id, state, total, deleted, skipped, reason, ...times };
}

function toOwedFilm({ photoId, owedAt, ...film }: OwedFilm) {
  return { ...film, contentId: photoId, owedAt: owedAt.toISOString() };
}

function toFailedVideo({ links }: Deps, { filename, lastRetryAt, errors, ...failed }: FailedPhoto) {
  return {
    ...failed,
    lastRetryAt: lastRetryAt?.toISOString() ?? null,
    photoUrl: photoUrl(links, filename),
    ErrorLogs: errors,
  };
}

function toFailedSet({ links }: Deps, { photos, ...set }: FailedSetRow) {
  return {
    ...set,
    photos: photos.map(({ filename, films, ...photo }) => ({
      ...photo,
      photoUrl: photoUrl(links, filename),
      films: films.map(({ agreedTo, report, ...film }) => ({ ...film, ...insteadOf({ agreedTo, report }) })),
    })),
  };
}

function toGeneration({ links }: Deps, generation: ProviderGeneration) {
  const { id, state, model, request, createdAt, videoUrl, storageKey } = generation;
  const ours = storageKey === undefined ? null : renderUrl(links, storageKey);
  const assets = { video_url: videoUrl ?? ours };
  return { id, state, model, request, created_at: createdAt?.toISOString() ?? null, assets };
}

function toFilmReport({
  id,
  photoId,
  action,
  report,
  doneAt,
}: ReportedFilm): ReplyInput<typeof listFilmReports>['data'] {
  const read = readFilmReport(report);
  if (!read) return [];
  const { lack, faces, renderMs } = read;
  return [{ id, contentId: photoId, action, lack, faces, renderMs, doneAt: doneAt.toISOString() }];
}
