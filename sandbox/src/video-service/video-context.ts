import type { FastifyBaseLogger } from 'fastify';
import type { Records } from '../records.ts';
import type { FilmMaker } from './film.ts';
import type { GenerationRequest } from './generation-request.ts';

/** State that every part of the video service shares. */
export type VideoService = {
  records: VideoRecords;
  /** Runs work on the same generation, or on the account, one at a time. */
  inTurn: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  films: FilmMaker;
  apiKey: string;
  /** Base URL of films, without a trailing slash. */
  publicUrl: string;
  timeline: { queuedMs: number; dreamingMs: number };
  limits: { concurrent: number; createsPerMinute: number };
  /** In US cents. */
  startCredits: number;
  /** Set by tests: outcomes of the next generations, delay of new ones in lists, and the largest page of a list. */
  planned: { outcomes: Outcome[]; listLagMs: number; largestPage: number };
  /** Aborts generations in progress, by id. */
  atWork: Map<string, AbortController>;
  /** Background work: generations and callbacks. */
  running: Set<Promise<unknown>>;
  log: FastifyBaseLogger;
};

/** Runs work in the background; errors are logged. */
export function inBackground(service: VideoService, what: string, work: Promise<unknown>): void {
  const watched = work
    .catch((error: unknown) => service.log.error({ err: error }, `${what} failed`))
    .finally(() => service.running.delete(watched));
  service.running.add(watched);
}

/** A generation as Luma answers it. Source: components/schemas/Generation in github.com/lumalabs/lumaai-api. */
export type Generation = {
  id: string;
  generation_type: 'video';
  /** `queued`, `dreaming`, `completed` or `failed`; a test may plan a word that Luma does not have. */
  state: string;
  failure_reason: string | null;
  created_at: string;
  assets: { video: string } | null;
  model: string;
  request: GenerationRequest;
};

/** How a generation will end. */
export type Outcome = { kind: 'complete' } | { kind: 'fail'; reason: string } | { kind: 'hang'; state: string };

export type GenerationRecord = {
  id: string;
  order: number;
  generation: Generation;
  outcome: Outcome;
  /** Milliseconds since the epoch, from when on lists show it. */
  listedFrom: number;
  /** When it ended, in milliseconds; and the film's SHA-256, in hex. */
  endedAt: number | null;
  filmSha256: string | null;
};

export type VideoKinds = {
  generations: GenerationRecord;
  /** Every accepted generation in its latest state, deleted ones included. */
  accepted: GenerationRecord;
  /** One record: the number of charged generations, deleted ones included. */
  account: { id: 'account'; charged: number };
};
export const videoKinds: (keyof VideoKinds)[] = ['generations', 'accepted', 'account'];
type VideoRecords = Records<VideoKinds>;

export function isAtWork({ generation }: GenerationRecord): boolean {
  return generation.state !== 'completed' && generation.state !== 'failed';
}
