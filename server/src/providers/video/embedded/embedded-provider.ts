import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { LackCode } from '@keepsake/contract/films/lacks';
import { animate } from '@keepsake/renderer/animate';
import type { AnimateRequest } from '@keepsake/renderer/check-request';
import { isEffectName } from '@keepsake/renderer/effects';
import { defaultResolution } from '@keepsake/renderer/core/picture/framing';
import { RendererError, type RendererErrorCode } from '@keepsake/renderer/renderer-error';
import type { Config } from '../../../config.ts';
import { createSlots } from '../../../platform/slots.ts';
import { StorageMissing, type Storage } from '../../storage/storage.ts';
import { renderFilmKey, RenderStore, type RenderRecord } from './render-store.ts';
import {
  ProviderError,
  type RequestFailure,
  type RequestOptions,
  type ProviderGeneration,
  type VideoProvider,
  type VideoRequest,
} from '../video-provider.ts';

/** Bytes of memory per render, for its thread and the encoder. */
const bytesPerRender = 1024 ** 3;
const modelName = 'keepsake-renderer';

type EmbeddedSettings = Pick<Config, 'DATA_DIR' | 'PRODUCT_NAME' | 'VISIBLE_MARK'> & {
  /** Frames per second, for tests. */
  fps?: number;
};

/**
 * The product's renderer behind the same interface as a remote service. A request ends when the complete film is in storage,
 * where workers of other machines find it under its token, which is also its id. A lost render costs nothing and is repeated.
 */
export function createEmbeddedProvider(config: EmbeddedSettings, storage: Storage): VideoProvider {
  const renders = new RenderStore(storage, join(config.DATA_DIR, 'renders'));
  const localSlots = localRenderSlots();
  const inSlot = createSlots({ slots: localSlots });
  const running = new Map<string, VideoRequest>();
  return {
    name: 'embedded',
    settleMs: 0,
    localSlots,
    idOf: (token) => token,
    create: async (request, options) => {
      running.set(request.token, request);
      try {
        if (await renders.read(request.token)) return { id: request.token };
        await inSlot(() => render(config, storage, renders, request, options), options.signal);
        return { id: request.token };
      } catch (error) {
        throw toProviderError(error, options.signal);
      } finally {
        running.delete(request.token);
      }
    },
    get: async (id) => {
      const finished = await renders.read(id);
      if (finished) return finishedGeneration(finished);
      const request = running.get(id);
      return request && runningGeneration(request);
    },
    list: async ({ offset, limit }) => {
      const finished = await renders.list();
      const begun = [...running.values()].filter(({ token }) => !finished.some((render) => render.token === token));
      const all = [...begun.map(runningGeneration), ...finished.map(finishedGeneration)];
      return { generations: all.slice(offset, offset + limit), hasMore: all.length > offset + limit };
    },
    remove: (id) => renders.remove(id),
    checkAccount: async () => undefined,
    download: ({ id }) => renders.openFilm(id),
    poster: ({ id }) => renders.readPoster(id),
  };
}

/** How many films this machine can render concurrently. */
export function localRenderSlots(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / bytesPerRender)));
}

/** Resolves with a finished render, which may have failed; throws if the render cannot start or is cancelled. */
async function render(
  config: EmbeddedSettings,
  storage: Storage,
  renders: RenderStore,
  request: VideoRequest,
  { signal }: RequestOptions,
): Promise<void> {
  const { token } = request;
  const order = renderOrder(request);
  const record: RenderRecord = {
    token,
    createdAt: new Date().toISOString(),
    model: modelName,
    request: { resolution: order.resolution, duration: `${order.duration}s`, prompt: request.prompt },
    report: null,
    failure: null,
  };
  await renders.withDraft(token, async (draft) => {
    try {
      const report = await storage.withLocalFile(request.photo.storageKey, (photoPath) =>
        animate(
          {
            ...order,
            visibleMark: config.VISIBLE_MARK === 'on',
            photoPath,
            filmPath: draft.film,
            posterPath: draft.poster,
          },
          { signal, productName: config.PRODUCT_NAME, ...(config.fps !== undefined && { fps: config.fps }) },
        ),
      );
      await renders.finish(
        { ...record, report: { ...report, ...shortfall(request, order.resolution), ...replacement(request) } },
        draft,
      );
    } catch (error) {
      if (!(error instanceof RendererError) || !failsAsGeneration.has(error.code)) throw error;
      await renders.finish({ ...record, failure: { kind: 'transient', reason: error.message } });
    }
  });
}

/** Settings chosen for another service may request a size that the renderer does not support. */
function shortfall({ settings: { resolution } }: VideoRequest, made: AnimateRequest['resolution']): object {
  return resolution === 'default' || resolution === made ? {} : { resolution: { asked: resolution, made } };
}

/** An effect that the renderer does not know becomes a living picture, and the report says so. */
function replacement({ effect }: VideoRequest): object {
  if (isEffectName(effect)) return {};
  const code: LackCode = 'unknown_effect';
  const reason = 'Two-layer motion in place of an effect that the renderer does not know.';
  return { effect, applied: false, fallback: { motion: 'idle', code, reason } };
}

/**
 * The maximum is 1080p. `default` means 5 seconds, the photo's aspect ratio, and 1080p if the photo's shorter side has that many pixels, otherwise
 * 720p.
 */
function renderOrder({
  effect,
  seed,
  photo,
  settings,
}: VideoRequest): Omit<AnimateRequest, 'photoPath' | 'filmPath' | 'posterPath'> {
  const { resolution, duration, aspect_ratio, loop } = settings;
  return {
    effect: isEffectName(effect) ? effect : 'idle',
    seed,
    duration: duration === 9 ? 9 : 5,
    resolution: resolution === 'default' ? defaultResolution(photo) : resolution === '4k' ? '1080p' : resolution,
    aspect: aspect_ratio,
    loop,
  };
}

/** Failures of one render: it counts as made and failed, so that the usual number of retries follows. */
const failsAsGeneration: ReadonlySet<RendererErrorCode> = new Set(['encoder_failed', 'internal']);

const failureOfCode: Partial<Record<RendererErrorCode, RequestFailure>> = {
  unsupported_option: 'refused',
  unreadable_photo: 'photo',
  photo_too_small: 'photo',
  photo_too_large: 'photo',
  encoder_missing: 'account',
  unwritable_target: 'not_sent',
};

/** An unfinished render leaves nothing, so no failure here is `unknown`. */
function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  const failure = signal.aborted ? 'cancelled' : failureOf(error);
  return new ProviderError(failure, error instanceof Error ? error.message : String(error), { cause: error });
}

function failureOf(error: unknown): RequestFailure {
  if (error instanceof StorageMissing) return 'photo';
  return (error instanceof RendererError && failureOfCode[error.code]) || 'not_sent';
}

function finishedGeneration(render: RenderRecord): ProviderGeneration {
  return {
    id: render.token,
    state: render.failure ? 'failed' : 'completed',
    failure: render.failure,
    model: render.model,
    request: { model: render.model, ...render.request },
    echo: [render.token],
    createdAt: new Date(render.createdAt),
    videoUrl: null,
    ...(!render.failure && { storageKey: renderFilmKey(render.token) }),
    report: render.report,
  };
}

function runningGeneration({ token, prompt, settings }: VideoRequest): ProviderGeneration {
  return {
    id: token,
    state: 'processing',
    failure: null,
    model: modelName,
    request: { model: modelName, resolution: settings.resolution, duration: null, prompt },
    echo: [token],
    createdAt: null,
    videoUrl: null,
    report: null,
  };
}
