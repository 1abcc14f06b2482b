import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams } from '../primitives.ts';
import { lackCodes, serviceProviders } from '../films/videos.ts';

/** What a film shows in place of an effect: a nod, a smile, breathing, or the picture itself, which moves gently. */
export const standIns: Record<(typeof lackCodes)[number], 'nod' | 'smile' | 'breath' | 'picture'> = {
  no_face: 'picture',
  faces_from_side: 'picture',
  eyes_closed: 'smile',
  eyes_hidden: 'smile',
  no_subject: 'picture',
  head_at_edge: 'picture',
  no_hand: 'nod',
  no_pair: 'smile',
  no_arms: 'smile',
  no_animal: 'breath',
  no_ears: 'picture',
};

/** What can honestly be said of a photo before it is paid for. Only `instead` needs an answer; the rest is advice. */
export const photoCheck = z.object({
  contentId: id,
  faces: z.int(),
  /** Number of faces that can be animated: not those in profile, and not very small ones. */
  movableFaces: z.int(),
  /** Those among them that are so small in the photo that their movement is hard to see. */
  smallFaces: z.int(),
  /** Whether the original photo has few pixels, and not only its reduced copy. */
  isLowResolution: z.boolean(),
  isBlurred: z.boolean(),
  isDark: z.boolean(),
  /**
   * Effects (by prompt) that the photo cannot show as bought, with the reason: they are sold only to who agrees to what is shown instead.
   * Empty if it depends on a service that says nothing.
   */
  instead: z.record(id, z.enum(lackCodes)),
  /** Effects (by prompt) that no face shows: what was seen of faces says nothing about them. */
  faceless: z._default(z.array(id), []),
});
export type PhotoCheck = z.output<typeof photoCheck>;

export const photoChecks = endpoint({
  method: 'GET',
  path: '/api/buckets/:id/photo-checks',
  access: 'user',
  summary:
    'What was seen in the photos of a set. `waiting` is the number of photos that are not checked yet: call again in two seconds.',
  params: idParams,
  reply: z.object({
    checks: z.array(photoCheck),
    waiting: z.int(),
    /** Who makes the films now: a preview is drawn by the built-in animator, and looks like the films of no other. */
    /** Photos that could not be looked at: what no photo can show is known of them all the same. */
    unseen: z._default(z.array(z.object({ contentId: id, instead: z.record(id, z.enum(lackCodes)) })), []),
    filmsBy: z._default(z.enum(serviceProviders), 'embedded'),
  }),
});
