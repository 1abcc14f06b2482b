import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams } from '../primitives.ts';
import { lackCodes } from '../films/videos.ts';

/** Advice about a photo before payment. It never refuses anything. */
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
  /** Effects (by prompt) that the photo cannot show as ordered, with the reason. Empty for a service that reports no such limits. */
  instead: z.record(id, z.enum(lackCodes)),
});
export type PhotoCheck = z.output<typeof photoCheck>;

export const photoChecks = endpoint({
  method: 'GET',
  path: '/api/buckets/:id/photo-checks',
  access: 'user',
  summary:
    'What was seen in the photos of a set. `waiting` tells how many were not looked at yet: ask again in two seconds.',
  params: idParams,
  reply: z.object({ checks: z.array(photoCheck), waiting: z.int() }),
});
