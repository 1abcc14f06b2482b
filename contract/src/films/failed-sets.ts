import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { filmInstead } from './videos.ts';
import { id, idParams, message, pageQuery, time, translated } from '../primitives.ts';

/**
 * A film that failed and was not refunded, or that is retried. A retried film stays on the list while it waits and is made, and for an hour after it
 * is done.
 */
const failedSetFilm = z.extend(filmInstead, {
  id,
  /** The effect as it was sold. */
  action: translated,
  number: z.int(),
  state: z.enum(['failed', 'retry_pending', 'creating', 'done']),
  /** One of `failureCodes` in videos.ts; clients compare it and have their own texts. */
  failureCode: z.nullable(z.string()),
  /** Technical detail, for finding the cause. */
  failureReason: z.nullable(z.string()),
  /** Requests sent for it so far. */
  attempts: z.int(),
  retryCount: z.int(),
  lastRetryAt: z.nullable(time),
  /** Whether it failed with an unknown outcome, so that a retry may be charged a second time. */
  mayBeChargedTwice: z.boolean(),
});
export type FailedSetFilm = z.output<typeof failedSetFilm>;

export const failedSet = z.object({
  bucketId: id,
  customer: z.object({ name: z.string(), email: z.string() }),
  paidAt: z.nullable(time),
  photos: z.array(z.object({ id, photoUrl: z.string(), films: z.array(failedSetFilm) })),
});
export type FailedSet = z.output<typeof failedSet>;

export const listFailedSets = endpoint({
  method: 'GET',
  path: '/api/admin/failed-sets',
  access: 'admin',
  summary: 'Sets with films that failed or are retried, in pages, latest first.',
  query: pageQuery(limits.adminPageSize),
  reply: z.object({
    data: z.array(failedSet),
    total: z.int(),
    /** All failed films, on all pages: what "retry all" applies to. */
    failedFilms: z.int(),
  }),
});

export const retryFilm = endpoint({
  method: 'POST',
  path: '/api/admin/retry-film/:id',
  access: 'admin',
  summary: 'Retry one failed film.',
  params: idParams,
  reply: message,
  errors: ['retry_not_possible', 'film_refunded'],
});
