import { inspectPhoto } from '@keepsake/renderer/inspect-photo';
import { RendererError } from '@keepsake/renderer/renderer-error';
import * as z from 'zod/mini';
import { photoDecoder } from './photo-decoder.ts';

/** The findings about a photo, as stored. */
export const photoFindings = z.object({
  faces: z.array(
    z.object({
      /** The face's box, in fractions of the photo's sides. */
      box: z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() }),
      canMove: z.boolean(),
      /** Whether it is large enough for a wink or a kiss to be seen; absent in older findings. */
      isClear: z._default(z.boolean(), true),
      /** Absent in older findings, which contain only faces that can turn. */
      canTurn: z._default(z.boolean(), true),
      /** Whether another head is next to it; absent in older findings. */
      canLean: z._default(z.boolean(), false),
      /** The eye on the left side of the photo first. */
      eyesOpen: z.tuple([z.boolean(), z.boolean()]),
      /** Whether dark glasses hide the eyes; absent in older findings, which contain only visible eyes. */
      eyesHidden: z._default(z.boolean(), false),
      /** Whether something covers the mouth; absent in older findings. */
      mouthHidden: z._default(z.boolean(), false),
      /** Whether it is opened so wide that it cannot close; absent in older findings. */
      mouthAgape: z._default(z.boolean(), false),
      /** Whether the lips are apart; absent in older findings. */
      mouthOpen: z._default(z.boolean(), true),
    }),
  ),
  /** Whether an animal's ears were found; absent if they were not searched for. */
  hasEars: z.optional(z.boolean()),
  /** Whether a hand can wave; absent if none was searched for. */
  canWave: z.optional(z.boolean()),
  /** Number of hands that can wave; absent in older findings. */
  hands: z.optional(z.int()),
  /**
   * The foreground subject (for an animal its head), in fractions of the photo's height, and whether an animal's face was found there. Null if there
   * is none; absent if it was not searched for.
   */
  subject: z.optional(z.nullable(z.object({ top: z.number(), bottom: z.number(), isAnimal: z.optional(z.boolean()) }))),
  /** Sharpness of the sharpest part, see `measureLight`. */
  sharpness: z.number(),
  /** Mean brightness of the faces, or of the whole photo if there are none, 0 to 255. */
  brightness: z.number(),
});
export type PhotoFindings = z.output<typeof photoFindings>;

const limitMs = 20_000;

export class LookTimedOut extends Error {
  override readonly name = 'LookTimedOut';
}

/**
 * Finds faces and measures sharpness and brightness of a stored photo. Runs in a separate thread or process. Rejects once the signal is aborted.
 * @throws LookTimedOut
 */
export async function lookAtPhoto(path: string, signal: AbortSignal): Promise<PhotoFindings> {
  const { faces, hasEars, hands, subject } = await inspectPhoto(path, signal).catch(nameTimeout);
  const light = await photoDecoder.run('measureLight', [path, faces.map(({ box }) => box)], {
    owner: 'checks',
    limitMs,
    signal,
  });
  return {
    faces: faces.map(
      ({
        box,
        canMove,
        isClear = true,
        canTurn,
        canLean,
        eyesOpen,
        eyesHidden,
        mouthHidden,
        mouthAgape = false,
        mouthOpen,
      }) => ({
        box,
        canMove,
        isClear,
        canTurn,
        canLean,
        eyesOpen,
        eyesHidden,
        mouthHidden,
        mouthAgape,
        mouthOpen,
      }),
    ),
    hasEars,
    canWave: hands > 0,
    hands,
    subject,
    ...light,
  };
}

/** Tells a timeout of the renderer from its other errors, by a class of its own. */
function nameTimeout(error: unknown): never {
  const isLate = error instanceof RendererError && error.code === 'timed_out';
  throw isLate ? new LookTimedOut(error.message, { cause: error }) : error;
}
