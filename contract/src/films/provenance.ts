import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { time } from '../primitives.ts';

/** Possible findings about a film's origin. */
export const filmOrigins = [
  /** The file is identical to a film made here. */
  'made_here',
  /** It has the mark of our renderer and is unchanged, but this installation does not know it. */
  'our_mark',
  /** It has the mark of our renderer, but was changed afterwards. */
  'altered',
  /** Another program re-encoded it; only the text of our mark remains. */
  'copy',
  /** Another maker's mark says that it is AI-generated. */
  'other_maker',
  /** No mark. Marks can be removed, so this proves nothing. */
  'unknown',
] as const;
export type FilmOrigin = (typeof filmOrigins)[number];

export const origin = z.object({
  origin: z.enum(filmOrigins),
  /** When it was made, if it was made here. */
  madeAt: z.nullable(time),
});

export const knownFilm = endpoint({
  method: 'GET',
  path: '/api/provenance/:fingerprint',
  access: 'public',
  summary: 'Whether a film with this SHA-256 (64 hexadecimal digits) was made here: `made_here`, or `unknown`.',
  params: z.object({ fingerprint: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  reply: origin,
});

export const checkFilm = endpoint({
  method: 'POST',
  path: '/api/provenance',
  access: 'public',
  summary:
    'The origin of a film (multipart: `film`, an MP4 of at most 64 MB) by its bytes and marks. The film is not stored.',
  bodyType: 'multipart',
  reply: origin,
  errors: ['not_a_film'],
});
