import type { FastifyBaseLogger } from 'fastify';
import type { Records } from '../records.ts';
import type { FilmMaker } from '../video-service/film.ts';
import type { AgentsRequest } from './agents-request.ts';

/** A generation as the API answers it; it echoes nothing of its request. */
export type AgentsGeneration = {
  id: string;
  type: 'video';
  model: string;
  /** `queued`, `processing`, `completed` or `failed`; a test may plan a word that the API does not have. */
  state: string;
  created_at: string;
  failure_code: string | null;
  failure_reason: string | null;
};

export type AgentsOutcome =
  | { kind: 'complete' }
  | { kind: 'fail'; code: string; reason: string }
  | { kind: 'hang'; state: string };

export type AgentsRecord = {
  id: string;
  generation: AgentsGeneration;
  request: AgentsRequest;
  outcome: AgentsOutcome;
};

export type AgentsKinds = { generations: AgentsRecord };

/** State that every part of the service shares. */
export type AgentsService = {
  records: Records<AgentsKinds>;
  films: FilmMaker;
  apiKey: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Signs the links of films. */
  linkKey: Buffer;
  linkMs: number;
  timeline: { queuedMs: number; processingMs: number };
  limits: { concurrent: number; createsPerMinute: number };
  planned: { outcomes: AgentsOutcome[] };
  atWork: Map<string, AbortController>;
  running: Set<Promise<unknown>>;
  log: FastifyBaseLogger;
};

export function isAtWork({ generation }: AgentsRecord): boolean {
  return generation.state !== 'completed' && generation.state !== 'failed';
}
