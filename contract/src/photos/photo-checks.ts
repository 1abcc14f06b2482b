import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams } from '../primitives.ts';
import { type AgreedKind, type ForeseenCode, foreseenCodes, lackCodes, type StandIn } from '../films/lacks.ts';
import { whoShows } from '../films/partly-shown.ts';
import { serviceProviders } from '../films/videos.ts';

/** What replaces an effect, by the reason for it. */
export const standIns = {
  no_face: 'picture',
  faces_from_side: 'picture',
  eyes_closed: 'smile',
  eyes_hidden: 'smile',
  mouth_hidden: 'nod',
  mouth_agape: 'nod',
  lips_closed: 'smile',
  no_subject: 'picture',
  head_at_edge: 'picture',
  no_hand: 'nod',
  no_pair: 'smile',
  no_arms: 'smile',
  no_animal: 'breath',
  no_ears: 'picture',
  unknown_effect: 'picture',
  not_seen: 'possible',
} as const satisfies Record<ForeseenCode, AgreedKind>;

/** What a film shows instead of its effect, by the stored code of its report; undefined for none, and for an unknown code. */
export function standInOf(code: string | null | undefined): StandIn | undefined {
  const known = lackCodes.find((one) => one === code);
  return known && standIns[known];
}

/** What the customer agreed to, by the stored code; undefined for none, and for an unknown code. */
export function agreedKindOf(code: string | null | undefined): AgreedKind | undefined {
  const known = foreseenCodes.find((one) => one === code);
  return known && standIns[known];
}

/** Whether what a film shows instead of its effect is what the customer agreed to. */
export function isAgreed(shown: StandIn, agreed: AgreedKind | undefined): boolean {
  return agreed === 'possible' || agreed === shown;
}

/** The same of stored codes; false if the film shows its effect. */
export function isAsAgreed(lack: string | null | undefined, agreedTo: string | null): boolean {
  const shown = standInOf(lack);
  return shown !== undefined && isAgreed(shown, agreedKindOf(agreedTo));
}

/** The findings about a photo before it is paid. Only `instead` requires the customer's agreement; the rest is advice. */
export const photoCheck = z.object({
  contentId: id,
  faces: z.int(),
  /** Number of faces that can be animated: not those in profile, and not very small ones. */
  movableFaces: z.int(),
  /** Number of these faces that are so small that their movement is hard to see. */
  smallFaces: z.int(),
  /** Whether the original photo has few pixels; a reduced copy of a large one does not count. */
  isLowResolution: z.boolean(),
  isBlurred: z.boolean(),
  isDark: z.boolean(),
  /**
   * Effects (by prompt) that a film of the photo will replace, with the reason: they are sold only if the customer agrees to the replacement. Empty
   * for a provider whose abilities are unknown.
   */
  instead: z.record(id, z.enum(foreseenCodes)),
  /** Effects (by prompt) that not everybody in the photo will show: how many faces do, or how many hands wave. */
  partly: z._default(z.record(id, whoShows), {}),
  /** Effects (by prompt) that need no face, so that findings about faces do not matter. */
  faceless: z._default(z.array(id), []),
});
export type PhotoCheck = z.output<typeof photoCheck>;

export const photoChecks = endpoint({
  method: 'GET',
  path: '/api/buckets/:id/photo-checks',
  access: 'user',
  summary:
    'The findings about the photos of a set. `waiting` is the number of photos that are not checked yet: call again in two seconds.',
  params: idParams,
  reply: z.object({
    checks: z.array(photoCheck),
    waiting: z.int(),
    /**
     * The photos that could not be checked, with the effects that no photo can show, and those that depend on what is in the photo (`not_seen`): such an
     * effect is sold only if the customer agrees to whatever the photo can show.
     */
    unseen: z._default(z.array(z.object({ contentId: id, instead: z.record(id, z.enum(foreseenCodes)) })), []),
    /** The current video provider: previews are drawn by the built-in renderer, and do not look like other providers' films. */
    filmsBy: z._default(z.enum(serviceProviders), 'embedded'),
  }),
});
