import type { FastifyBaseLogger } from 'fastify';
import type { FilmMaker } from './film.ts';
import type { Outcome, VideoRecords } from './video-records.ts';

/** What every part of the video service works with. */
export type VideoService = {
  records: VideoRecords;
  /** Runs the work on one generation, or on the account, strictly in turn. */
  inTurn: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  films: FilmMaker;
  apiKey: string;
  /** Where films are fetched from, without a slash at the end. */
  publicUrl: string;
  timeline: { queuedMs: number; dreamingMs: number };
  limits: { concurrent: number; createsPerMinute: number };
  /** In US cents. */
  startCredits: number;
  /** Set by tests: outcomes of the next generations, how late lists show a new one, and how much of a page they give at most. */
  planned: { outcomes: Outcome[]; listLagMs: number; largestPage: number };
  /** Ends the work on a generation. */
  atWork: Map<string, AbortController>;
  /** Work that goes on after an answer: generations and callbacks. */
  running: Set<Promise<unknown>>;
  log: FastifyBaseLogger;
};

/** Lets work go on by itself; what it throws is logged. */
export function inBackground(service: VideoService, what: string, work: Promise<unknown>): void {
  const watched = work
    .catch((error: unknown) => service.log.error({ err: error }, `${what} failed`))
    .finally(() => service.running.delete(watched));
  service.running.add(watched);
}
