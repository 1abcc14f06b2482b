import { THRESHOLDS } from './thresholds.ts';
import type { FaceStory } from './watch-film.ts';

export const JUDGED = ['smile', 'turn', 'wink'] as const;
export type Judged = (typeof JUDGED)[number];

/** Whether a face shows the effect: above its thresholds, and clearly more than in the control films. */
export function shows(effect: Judged, story: FaceStory, controls: readonly FaceStory[]): boolean {
  const amount = (of: FaceStory) => AMOUNTS[effect](of);
  const control = controls.map(amount);
  return (
    PASSES[effect](story) &&
    amount(story).every((value, i) => control.every((other) => value >= THRESHOLDS.overControl * (other[i] ?? 0)))
  );
}

const PASSES: Record<Judged, (story: FaceStory) => boolean> = {
  smile: ({ rise, widening }) =>
    isHeld(rise, (i) => rise[i]! >= THRESHOLDS.smile.cornersRise && widening[i]! >= THRESHOLDS.smile.mouthWidens),
  turn: (story) => swing(story.yaw) >= THRESHOLDS.turn.yawSwing,
  wink: (story) => {
    const { closingAtMost, otherAtLeast, gap, yawAtMost } = THRESHOLDS.wink;
    const closes = (closing: number[], other: number[]) =>
      isHeld(
        closing,
        (i) =>
          closing[i]! <= closingAtMost &&
          other[i]! >= otherAtLeast &&
          other[i]! - closing[i]! >= gap &&
          Math.abs(story.yaw[i]! - story.yawAtRest) <= yawAtMost,
      );
    return closes(story.leftEye, story.rightEye) || closes(story.rightEye, story.leftEye);
  },
};

/** Measures of each effect, compared with those of the controls. */
const AMOUNTS: Record<Judged, (story: FaceStory) => number[]> = {
  smile: ({ rise, widening }) => [heldMost(rise), heldMost(widening)],
  turn: ({ yaw }) => [swing(yaw)],
  wink: ({ leftEye, rightEye }) => [heldMost(leftEye.map((left, i) => Math.abs(left - rightEye[i]!)))],
};

function isHeld(samples: readonly number[], holds: (i: number) => boolean): boolean {
  let length = 0;
  for (let i = 0; i < samples.length; i++) {
    length = holds(i) ? length + 1 : 0;
    if (length >= THRESHOLDS.held) return true;
  }
  return false;
}

/** The largest value held for `THRESHOLDS.held` samples: the maximum of the sliding minimum. */
function heldMost(values: readonly number[]): number {
  let most = -Infinity;
  for (let i = 0; i + THRESHOLDS.held <= values.length; i++) {
    most = Math.max(most, Math.min(...values.slice(i, i + THRESHOLDS.held)));
  }
  return most;
}

/** Range of yaw between the extremes held on either side. */
export function swing(yaw: readonly number[]): number {
  return heldMost(yaw) + heldMost(yaw.map((value) => -value));
}
