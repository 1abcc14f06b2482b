/** The interface of video providers. docs/video-providers.md explains how to add one. */
import type { Readable } from 'node:stream';
import type { VideoConfig } from '@keepsake/contract/films/videos';

export type ProviderName = VideoConfig['serviceProvider'];
export type VideoSettings = Pick<VideoConfig, 'model' | 'duration' | 'loop' | 'aspect_ratio' | 'resolution'>;

/** One film to make. */
export interface VideoRequest {
  /** Random text that identifies this request; part of the callback address and of the photo link. */
  token: string;
  prompt: string;
  /** The effect of the embedded renderer. */
  effect: string;
  /** uint32 */
  seed: number;
  photo: {
    storageKey: string;
    width: number;
    height: number;
    /** Signed public link, valid as long as the provider needs it. */
    url: string;
  };
  callbackUrl: string;
  settings: VideoSettings;
}

export interface RequestOptions {
  /** On the scale of performance.now(): the request must not be sent after this moment (`not_sent`). */
  sendBefore: number;
  /** Aborts when this process stops: a render in this process is cancelled (`cancelled`), a sent request is awaited. */
  signal: AbortSignal;
}

/**
 * Why a generation failed:
 * - `moderation`: the provider's rules about content; the same photo and wording never succeed
 * - `photo_unreadable`: the photo could not be fetched or read, which may be our fault; retried once our link was checked
 * - `photo`: the photo itself cannot be used; never succeeds
 * - `refused`: the request itself cannot be met; never succeeds
 * - `account`: the account has no credits; succeeds when an administrator has acted
 * - `transient`: may succeed when retried
 */
export interface GenerationFailure {
  kind: 'moderation' | 'photo_unreadable' | 'photo' | 'refused' | 'account' | 'transient';
  /** The provider's own text. */
  reason: string;
}

/** A generation as the provider states it. */
export interface ProviderGeneration {
  id: string;
  state: 'pending' | 'processing' | 'completed' | 'failed';
  /** Present if the state is `failed`. */
  failure: GenerationFailure | null;
  model: string | null;
  request: { model: string | null; resolution: string | null; duration: string | null; prompt: string | null };
  /** Fields of the answer that may contain our token; empty if the provider echoes nothing. */
  echo: string[];
  createdAt: Date | null;
  videoUrl: string | null;
  /** The storage key of its film, if it is in our own storage; it then has no URL. */
  storageKey?: string;
  /** The renderer's report. */
  report: object | null;
}

/**
 * Why a request failed:
 * - `refused`: certainly not accepted, and a retry will fail too (bad input)
 * - `photo`: the same, because of the photo
 * - `moderation`: the same, because of the provider's rules about content
 * - `not_sent`: certainly not accepted, may be retried at once (no route, connection refused)
 * - `busy`: certainly not accepted, retry after `retryAfterMs` (429)
 * - `account`: certainly not accepted, and every request will fail until an administrator acts (wrong key, no credits)
 * - `cancelled`: certainly not accepted, because this process stops
 * - `unknown`: may have been accepted (timeout, reset after sending, 408, 409, 5xx): never resend, reconcile
 */
export type RequestFailure =
  | 'refused'
  | 'photo'
  | 'moderation'
  | 'not_sent'
  | 'busy'
  | 'account'
  | 'cancelled'
  | 'unknown';

export class ProviderError extends Error {
  readonly failure: RequestFailure;
  readonly retryAfterMs: number | undefined;

  constructor(
    failure: RequestFailure,
    message: string,
    options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ProviderError';
    this.failure = failure;
    this.retryAfterMs = options.retryAfterMs;
  }
}

export type ListGenerations = (page: {
  offset: number;
  limit: number;
}) => Promise<{ generations: ProviderGeneration[]; hasMore: boolean }>;

export interface VideoProvider {
  readonly name: ProviderName;
  /** Milliseconds after `sendBefore` from which a list without our token proves that nothing was accepted. */
  readonly settleMs: number;
  /** Concurrent films that it makes in this process; undefined for a remote service, which only PROVIDER_CONCURRENCY limits. */
  readonly localSlots: number | undefined;
  /** The id of the generation, if it is known before the request; otherwise the answer or the list has it. */
  idOf(token: string): string | undefined;
  /** Sends one request. Never retries by itself. @throws ProviderError */
  create(request: VideoRequest, options: RequestOptions): Promise<{ id: string }>;
  /** Undefined if the provider does not know the id. @throws ProviderError */
  get(id: string): Promise<ProviderGeneration | undefined>;
  /** Newest first; undefined if the provider has no list: the outcome of a request whose answer is lost then stays unknown. @throws ProviderError */
  readonly list: ListGenerations | undefined;
  /** Deleting a missing generation succeeds; undefined if the provider has no deletion. @throws ProviderError */
  readonly remove: ((id: string) => Promise<void>) | undefined;
  /** Checks the account at no cost. @throws ProviderError `account` if the account is certainly refused */
  checkAccount(): Promise<void>;
  /** The film of a completed generation, byte for byte; `bytes` if the provider states the length. @throws ProviderError */
  download(
    generation: ProviderGeneration,
    signal: AbortSignal,
  ): Promise<{ stream: Readable; bytes: number | undefined }>;
  /** A poster (JPEG) that the provider made for the film; undefined if it makes none. */
  poster(generation: ProviderGeneration): Promise<Uint8Array | undefined>;
}
