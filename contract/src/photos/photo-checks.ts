import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams } from '../primitives.ts';
import { lackCodes } from '../films/videos.ts';

/** What can honestly be said of a photo before it is paid for. It is advice and never refuses anything. */
export const photoCheck = z.object({
  contentId: id,
  faces: z.int(),
  /** Faces that can be made to move: not those in profile or very small ones. */
  movableFaces: z.int(),
  /** Those of them that are so small in the photo that their movement is hard to see. */
  smallFaces: z.int(),
  /** Whether the photo itself has few pixels: not one that was reduced on its way here. */
  isLowResolution: z.boolean(),
  isBlurred: z.boolean(),
  isDark: z.boolean(),
  /** Effects (by prompt) that the photo cannot show as bought, with the reason. Empty where it depends on a service that says nothing. */
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
