import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { standInKinds } from './lacks.ts';
import { partlyShown } from './partly-shown.ts';
import { id, idParams, message, newPassword, password, time, translated, wholeNumber } from '../primitives.ts';

/** A link by which others watch chosen films of a set. The link itself is returned only once, at its creation. */
export const share = z.object({
  id,
  createdAt: time,
  /** When the link expires: on the chosen day, or with the files of the set. */
  expiresAt: time,
  hasPassword: z.boolean(),
  /** How many films it shows. */
  films: z.int(),
});
export type Share = z.output<typeof share>;

export const newShare = z.object({
  filmIds: z.array(id).check(z.minLength(1), z.maxLength(limits.statusIdsMax)),
  days: wholeNumber(z.int().check(z.minimum(1), z.maximum(limits.retentionDays))),
  /** Empty for none. */
  password: z.union([z.literal(''), newPassword]),
});

export const createShare = endpoint({
  method: 'POST',
  path: '/api/buckets/:id/shares',
  access: 'user',
  summary:
    'Create a link that shows chosen films to anybody who has it. `url` is returned only here, because only its hash is stored.',
  params: idParams,
  body: newShare,
  reply: z.object({ share, url: z.string() }),
  status: 201,
  errors: ['too_many_shares'],
});

export const listShares = endpoint({
  method: 'GET',
  path: '/api/buckets/:id/shares',
  access: 'user',
  summary: 'The valid links of a set, newest first.',
  params: idParams,
  reply: z.object({ shares: z.array(share) }),
});

export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/api/shares/:id',
  access: 'user',
  summary: 'End a link at once.',
  params: idParams,
  reply: message,
});

/** A film as a guest sees it. */
export const sharedFilm = z.object({
  id,
  /** Signed and expiring, for playing in the page. */
  url: z.string(),
  /** Signed and expiring, for download. */
  downloadUrl: z.string(),
  posterUrl: z.nullable(z.string()),
  /** What the film shows: its effect by name, or what replaced it. Guests are not told which effect was ordered then, or why it was replaced. */
  shows: z.union([translated, z.enum(standInKinds)]),
  /** Not everybody in the photo shows it. */
  partly: z.optional(partlyShown),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});
export type SharedFilm = z.output<typeof sharedFilm>;

export const shareToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

export const openShare = endpoint({
  method: 'POST',
  path: '/api/shares/open',
  access: 'public',
  summary: 'The films of a link. The token is sent in the body, so that it appears in no log.',
  body: z.object({ token: shareToken, password: z.optional(password) }),
  reply: z.object({ expiresAt: time, films: z.array(sharedFilm) }),
  errors: ['share_ended', 'share_password_needed', 'share_password_wrong'],
});
