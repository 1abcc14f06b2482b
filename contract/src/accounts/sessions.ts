import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams, message, time } from '../primitives.ts';

export const session = z.object({
  id,
  /** Browser and system that opened it, `Firefox, Windows`; empty if unknown. */
  device: z.nullable(z.string()),
  createdAt: time,
  /** Rounded to the minute. */
  lastUsedAt: time,
  /** The session of this call. */
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'user',
  summary: 'Your sessions: this one first, then the others, most recently used first, 100 at most.',
  reply: z.object({ sessions: z.array(session) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'user',
  summary: 'End one of your sessions.',
  params: idParams,
  reply: message,
  errors: ['not_found'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'user',
  summary: 'End all of your sessions except this one.',
  reply: z.object({ message: z.string(), ended: z.int() }),
});
