import { inspectPhoto } from '@keepsake/renderer/inspect-photo';
import * as z from 'zod/mini';
import { photoDecoder } from './photo-decoder.ts';

/** What was seen in a photo, as it is kept. */
export const photoFindings = z.object({
  faces: z.array(
    z.object({
      /** Fractions of the photo's sides. */
      box: z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() }),
      canMove: z.boolean(),
      /** Findings that were kept without it are of faces that turn. */
      canTurn: z._default(z.boolean(), true),
      /** The left of the picture first. */
      eyesOpen: z.tuple([z.boolean(), z.boolean()]),
      /** Whether dark glasses hide them; findings that were kept without it are of eyes in sight. */
      eyesHidden: z._default(z.boolean(), false),
    }),
  ),
  /** Whether an animal's ears were found; absent where nobody looked for them. */
  hasEars: z.optional(z.boolean()),
  /** Who stands out from the background, in fractions of the photo's height, null for nobody; absent where nobody looked. */
  subject: z.optional(z.nullable(z.object({ top: z.number(), bottom: z.number() }))),
  /** Of the sharpest part; see `measureLight`. */
  sharpness: z.number(),
  /** Mean of the faces, or of the whole photo where there is none, 0 to 255. */
  brightness: z.number(),
});
export type PhotoFindings = z.output<typeof photoFindings>;

const limitMs = 20_000;

/** Looks for faces, sharpness and light in a photo of ours. In a thread and a process of their own. */
export async function lookAtPhoto(path: string): Promise<PhotoFindings> {
  const { faces, hasEars, subject } = await inspectPhoto(path);
  const light = await photoDecoder.run('measureLight', [path, faces.map(({ box }) => box)], {
    owner: 'checks',
    limitMs,
  });
  return {
    faces: faces.map(({ box, canMove, canTurn, eyesOpen, eyesHidden }) => ({
      box,
      canMove,
      canTurn,
      eyesOpen,
      eyesHidden,
    })),
    hasEars,
    subject,
    ...light,
  };
}
