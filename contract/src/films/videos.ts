import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { agreedKinds, lackCodes } from './lacks.ts';
import { partlyShown } from './partly-shown.ts';
import { id, idParams, message, pageQuery, revision, seenRevision, time, translated } from '../primitives.ts';

/** What a film actually shows, if its provider reports it: how many faces (or hands that wave), why another effect, and that only some show it. */
export const filmShows = z.nullable(
  z.object({ faces: z.int(), lack: z.nullable(z.enum(lackCodes)), partly: z.optional(partlyShown) }),
);

/** What a film shows instead of its effect: what the customer agreed to before paying, see `version`, and why the finished film shows another. */
export const filmInstead = z.object({
  agreedAs: z.optional(z.enum(agreedKinds)),
  /** Null if it shows the ordered effect, and if that is not known. */
  lack: z.nullable(z.enum(lackCodes)),
});
export type FilmInstead = z.output<typeof filmInstead>;

/** A film that is ready. */
export const processedContent = z.object({
  id,
  /** Signed and expiring, for playing in the page. */
  url: z.string(),
  /** Signed and expiring, answers with Content-Disposition: attachment. */
  downloadUrl: z.string(),
  posterUrl: z.nullable(z.string()),
  promptId: z.nullable(id),
  /** 1..variety within its effect. */
  number: z.int(),
  shows: filmShows,
  /** It shows another effect, to which the customer had agreed before paying. */
  isAgreed: z.optional(z.literal(true)),
  /** It shows another effect without the customer's agreement, so it is owed until it is refunded or replaced. */
  isOwed: z.optional(z.literal(true)),
  metadata: z.object({
    bytes: z.int(),
    sha256: z.string(),
    width: z.nullable(z.int()),
    height: z.nullable(z.int()),
    durationMs: z.nullable(z.int()),
    createdAt: time,
  }),
});
export type ProcessedContent = z.output<typeof processedContent>;

/** The status of one film. There are no percentages, because they would be guesses. */
export const versionState = z.enum(['queued', 'creating', 'done', 'failed', 'retry_pending']);

/** Why a film could not be made. The codes are stable, because clients compare them and have their own texts. */
export const failureCodes = [
  /** The provider's content rules refused the photo or the wording. */
  'moderation',
  /** The photo could not be read or used. */
  'photo_unreadable',
  /** The provider refused the request itself. */
  'provider_refused',
  /** The provider tried and failed, several times. */
  'provider_failed',
  /** The provider could not be reached for too long. */
  'provider_unavailable',
  /** It took longer than a film may take; if it still arrives, it is delivered. */
  'timed_out',
  /** It never became clear whether the provider had accepted the request: a retry may be charged twice. */
  'unconfirmed',
  /** The provider's film could not be downloaded completely. */
  'film_unreadable',
  /** The film could not be stored. */
  'storage',
  /** For a delivered film that is owed: it shows another effect than ordered, to which the customer had not agreed. */
  'effect_replaced',
] as const;
export type FailureCode = (typeof failureCodes)[number];

export const version = z.object({
  id,
  promptId: z.nullable(id),
  /** The effect's name when it was sold; the prompt may have been withdrawn since. */
  action: translated,
  /** What the customer agreed to get instead of the effect, before paying. `possible`: whatever the photo can show, the effect among it. */
  agreedAs: z.optional(z.enum(agreedKinds)),
  number: z.int(),
  state: versionState,
  /** Why it could not be made: one of `failureCodes`; the texts are in the web app. */
  failureCode: z.nullable(z.string()),
  startedAt: z.nullable(time),
  doneAt: z.nullable(time),
});
export type Version = z.output<typeof version>;

export const videoModels = ['default', 'ray-1-6', 'ray-2', 'ray-flash-2'] as const;
export const durations = [-1, 5, 9] as const;
export const aspectRatios = ['default', '1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'] as const;
export const resolutions = ['default', '540p', '720p', '1080p', '4k'] as const;
export const serviceProviders = ['embedded', 'luma', 'luma-agents'] as const;

export const videoConfig = z.object({
  serviceProvider: z.enum(serviceProviders),
  serviceProviderUrl: z.url({ protocol: /^https?$/ }).check(z.maxLength(500), z.regex(/^[^\s\p{Cc}\p{Cs}]*$/u)),
  model: z.enum(videoModels),
  duration: z.literal(durations),
  loop: z.boolean(),
  aspect_ratio: z.enum(aspectRatios),
  resolution: z.enum(resolutions),
});
export type VideoConfig = z.output<typeof videoConfig>;

export const getVideoConfig = endpoint({
  method: 'GET',
  path: '/api/admin/video-config',
  access: 'admin',
  summary: 'How films are made, and the default address of each service.',
  reply: z.object({
    config: videoConfig,
    revision,
    addresses: z._default(z.partialRecord(z.enum(serviceProviders), z.string()), {}),
  }),
});

export const setVideoConfig = endpoint({
  method: 'POST',
  path: '/api/admin/video-config',
  access: 'admin',
  summary: 'Change how films are made from now on.',
  body: z.extend(videoConfig, { revision: seenRevision }),
  reply: z.object({ config: videoConfig, revision }),
  errors: ['changed_meanwhile'],
});

/** A film of a sample photo that shows an administrator what a configuration does. Its addresses are signed and expire. */
export const videoConfigTest = z.object({
  id,
  config: videoConfig,
  state: z.enum(['queued', 'creating', 'done', 'failed']),
  /** Why there is no film: the provider's text. */
  reason: z.nullable(z.string()),
  createdAt: time,
  photoUrl: z.string(),
  filmUrl: z.nullable(z.string()),
});
export type VideoConfigTest = z.output<typeof videoConfigTest>;

export const testVideoConfig = endpoint({
  method: 'POST',
  path: '/api/admin/video-config/test',
  access: 'admin',
  summary: 'Make one film of a sample photo with any configuration. A paid service charges for it.',
  body: videoConfig,
  reply: z.object({ test: videoConfigTest }),
  status: 201,
  errors: ['test_running'],
});

export const latestVideoConfigTest = endpoint({
  method: 'GET',
  path: '/api/admin/video-config/test',
  access: 'admin',
  summary: 'The latest test film, and its state.',
  reply: z.object({ test: z.nullable(videoConfigTest) }),
});

/** The state of the configured video service. */
export const makingState = z.object({
  serviceProvider: z.enum(serviceProviders),
  /** paused: it is busy and requested a pause. stopped: its circuit breaker is open, so only probes are sent; `reason` says why. */
  state: z.enum(['working', 'paused', 'stopped']),
  reason: z.nullable(z.string()),
  since: z.nullable(time),
  nextTryAt: z.nullable(time),
  /** When and by whom every video service was paused; the name is null once it is no longer kept. */
  paused: z.nullable(z.object({ at: time, by: z.nullable(z.string()) })),
  /** Number of paid films that are waiting, that are being made, and (of these) whose request has an unknown outcome. */
  waiting: z.int(),
  making: z.int(),
  unknown: z.int(),
  /** Paid films that were not delivered as ordered and are not settled yet. */
  owed: z.int(),
  /** Number of generations found so far that no attempt had requested. */
  duplicates: z.int(),
});

export const videoMaking = endpoint({
  method: 'GET',
  path: '/api/admin/video-making',
  access: 'admin',
  summary: 'The status of film making, and what blocks it.',
  reply: makingState,
});

export const pauseVideoMaking = endpoint({
  method: 'POST',
  path: '/api/admin/video-making/pause',
  access: 'admin',
  summary: 'Pause requests to every video service until they are resumed. Requested films are finished.',
  reply: makingState,
});

export const resumeVideoMaking = endpoint({
  method: 'POST',
  path: '/api/admin/video-making/resume',
  access: 'admin',
  summary: 'End the administrators’ pause, and send the next probe to a stopped video service now.',
  reply: makingState,
});

export const owedFilm = z.object({
  id,
  bucketId: id,
  /** Null if the customer has deleted the photo since. */
  contentId: z.nullable(id),
  failureCode: z.string(),
  owedAt: time,
});

export const owedFilms = endpoint({
  method: 'GET',
  path: '/api/admin/owed-films',
  access: 'admin',
  summary: 'Paid films that could not be made, or show another effect without agreement, longest owed first.',
  query: pageQuery(limits.adminPageSize),
  reply: z.object({ data: z.array(owedFilm), total: z.int() }),
});

/** A photo of which at least one film could not be made. `id` is the photo's. */
export const failedVideo = z.object({
  id,
  status: z.enum(['failed', 'retry_pending']),
  retryCount: z.int(),
  lastRetryAt: z.nullable(time),
  photoUrl: z.string(),
  /** Whether one of these films has an unknown outcome: a retry may be charged a second time. */
  mayBeChargedTwice: z.boolean(),
  /** Its set. */
  bucketId: id,
  /** The failed films. */
  films: z.array(
    z.object({
      id,
      /** The effect as it was sold. */
      action: translated,
      number: z.int(),
      state: z.enum(['failed', 'retry_pending']),
      /** One of `failureCodes`; clients compare it and have their own texts. */
      failureCode: z.nullable(z.string()),
      /** Technical detail, for finding the cause. */
      failureReason: z.nullable(z.string()),
      /** Requests sent for it so far. */
      attempts: z.int(),
    }),
  ),
  ErrorLogs: z.array(z.object({ errorMessage: z.string(), createdAt: time })),
});

export const failedVideos = endpoint({
  method: 'GET',
  path: '/api/admin/failed-videos',
  access: 'admin',
  summary: 'The photos with the latest failed films, 200 at most, as a plain list for other programs.',
  reply: z.array(failedVideo),
});

export const listFailedPhotos = endpoint({
  method: 'GET',
  path: '/api/admin/failed-photos',
  access: 'admin',
  summary: 'Photos with failed films, in pages, latest first.',
  query: pageQuery(limits.adminPageSize),
  reply: z.object({
    data: z.array(failedVideo),
    total: z.int(),
    /** All failed films, on all pages: what "retry all" applies to. */
    failedFilms: z.int(),
  }),
});

export const retryGeneration = endpoint({
  method: 'POST',
  path: '/api/admin/retry-generation/:id',
  access: 'admin',
  summary: 'Retry the failed films of a photo; finished ones are not changed.',
  params: idParams,
  reply: message,
  errors: ['retry_not_possible', 'film_refunded'],
});

export const retryGenerations = endpoint({
  method: 'POST',
  path: '/api/admin/retry-generations',
  access: 'admin',
  summary:
    'Retry all failed films except those that the provider may have made: they may be charged twice, and must be retried one by one.',
  reply: z.object({ message: z.string(), retried: z.int(), skipped: z.int() }),
});

export const generation = z.object({
  id: z.string(),
  state: z.enum(['pending', 'processing', 'completed', 'failed']),
  model: z.nullable(z.string()),
  request: z.object({
    model: z.nullable(z.string()),
    resolution: z.nullable(z.string()),
    duration: z.nullable(z.string()),
    prompt: z.nullable(z.string()),
  }),
  created_at: z.nullable(z.string()),
  /** For a film made here, a signed link that expires: request it again instead of storing it. */
  assets: z.object({ video_url: z.nullable(z.string()) }),
});

export const listGenerations = endpoint({
  method: 'GET',
  path: '/api/admin/luma-generations',
  access: 'admin',
  summary: 'The generations that the video provider holds, newest first, in pages, without their total.',
  query: pageQuery(limits.pageLimitMax),
  reply: z.object({ generations: z.array(generation), count: z.int(), has_more: z.boolean() }),
  errors: ['provider_lacks_this', 'provider_unavailable'],
});

/** What a film of the built-in renderer shows, by the renderer's report. */
export const filmReport = z.object({
  /** The film's id. */
  id,
  contentId: id,
  /** The effect as it was sold. */
  action: translated,
  /** Why it shows another effect; null if it shows the ordered one. */
  lack: z.nullable(z.enum(lackCodes)),
  faces: z.int(),
  renderMs: z.int(),
  doneAt: time,
});

export const listFilmReports = endpoint({
  method: 'GET',
  path: '/api/admin/film-reports',
  access: 'admin',
  summary: 'What the films of the built-in renderer actually show, newest first.',
  query: pageQuery(limits.adminPageSize),
  reply: z.object({ data: z.array(filmReport), total: z.int() }),
});

const generationParams = z.object({ id: z.string().check(z.maxLength(100), z.regex(/^[A-Za-z0-9_-]+$/)) });

export const deleteGeneration = endpoint({
  method: 'DELETE',
  path: '/api/admin/luma-generations/:id',
  access: 'admin',
  summary: 'Delete one generation at the provider; refused while an order needs it.',
  params: generationParams,
  reply: message,
  errors: ['generation_in_use', 'provider_lacks_this', 'provider_unavailable'],
});

/** Progress of the deletion of all generations. */
export const generationDeletion = z.object({
  id,
  state: z.enum(['running', 'done', 'failed']),
  /** Generations that the provider holds; null until its list was read. */
  total: z.nullable(z.int()),
  deleted: z.int(),
  /** Kept, because an order needs them. */
  skipped: z.int(),
  /** Why it failed permanently: the provider's text. */
  reason: z.nullable(z.string()),
  createdAt: time,
  endedAt: z.nullable(time),
});
export type GenerationDeletion = z.output<typeof generationDeletion>;

export const deleteGenerations = endpoint({
  method: 'DELETE',
  path: '/api/admin/luma-generations',
  access: 'admin',
  summary: 'Start to delete all generations that no order needs. While it runs, a repeated call returns its progress.',
  reply: z.object({ message: z.string(), deletion: generationDeletion }),
  status: 202,
  errors: ['provider_lacks_this', 'provider_unavailable'],
});

export const latestGenerationDeletion = endpoint({
  method: 'GET',
  path: '/api/admin/luma-generations/deletion',
  access: 'admin',
  summary: 'The progress of the latest deletion of all generations.',
  reply: z.object({ deletion: z.nullable(generationDeletion) }),
});

/** The provider's callback. Only the token in the path is used; everything else is queried from the provider. */
export const generationCallback = endpoint({
  method: 'POST',
  path: '/api/generation/callback/:token',
  access: 'service',
  summary: 'Callback of a video provider: a generation has changed.',
  params: z.object({ token: z.string().check(z.maxLength(100), z.regex(/^[A-Za-z0-9_-]+$/)) }),
  bodyType: 'raw',
  reply: message,
});
