import { linearStep } from '../../smoothstep.ts';
import type { ExpressionRequest, FaceTraits, Plan } from '../expression-track.ts';
import { OUT_OF_SIGHT } from '../face-ability.ts';
import { mannerOf } from '../manner.ts';
import type { Random } from '../random.ts';
import { pulses } from '../timing.ts';

/** Eye openings (see `Head`) between which closing becomes visible: at `from` hardly, at `to` fully. */
const NARROW = { from: 0.16, to: 0.4 };
/** Lid contrasts (see `lidContrasts`) at which the closing lid is faint, or invisible. */
const FAINT = { from: 0.3, to: 0.5 };
const UNSEEN = { from: 0.02, to: 0.1 };

/** Closes one eye, raises its cheek and lowers its brow. Behind glasses, whose rim both would bend, the lid closes alone. */
export function wink(request: ExpressionRequest, traits: FaceTraits, random: Random): Plan {
  if (traits.eyesHidden) return { isStill: true, act: () => ({}) };
  const side = winkingSide(traits, mannerOf(request.seed).side);
  const depth = random.between(0.96, 1);
  const curve = pulses(request, random, Math.round(random.between(0.5, 2.5)), { shut: 0.16, hold: 0.5, open: 0.32 });
  // A narrow eye, or one no darker than its lid, hardly shows the closing; cheek and brow compensate.
  const eye = side < 0 ? 0 : 1;
  const narrow = 1 - linearStep(traits.eyesOpen[eye], NARROW.from, NARROW.to);
  const contrast = traits.lidContrasts?.[eye] ?? 1;
  const [faint, unseen] = [FAINT, UNSEEN].map(({ from, to }) => 1 - linearStep(contrast, from, to)) as [number, number];
  const { rims = 0 } = traits;
  const squeeze = random.between(1.1, 1.25) * (1 + 0.6 * narrow + 0.5 * faint + 0.5 * unseen) * (1 - rims);
  return {
    isStill: true,
    act: (at) => {
      const done = curve(at);
      const [lid, pressed] = [depth * done, squeeze * done];
      const shut =
        side < 0
          ? { leftLid: lid, leftCheek: pressed, leftFrown: pressed }
          : { rightLid: lid, rightCheek: pressed, rightFrown: pressed };
      return shut;
    },
  };
}

/** Opening of an eye that looks closed. */
const SHUT = 0.08;
/** Ratio of visibility from which one eye is preferred. */
const CLEARLY = 1.3;

/** The side whose wink is more visible (wider open, nearer, or with a brighter lid); `either` if both are similar. */
function winkingSide({ yaw, eyesOpen, lidContrasts = [1, 1] }: FaceTraits, either: number): number {
  const [left, right] = [0, 1].map((eye) => {
    const isFar = eye === 0 ? yaw < 0 : yaw > 0;
    const nearness = isFar ? Math.max(0.05, 1 - Math.abs(yaw) / OUT_OF_SIGHT) : 1;
    return Math.max(0.02, eyesOpen[eye]! - SHUT) * nearness * Math.sqrt(Math.max(0.01, lidContrasts[eye]!));
  }) as [number, number];
  if (left > CLEARLY * right) return -1;
  return right > CLEARLY * left ? 1 : either;
}

export function blink(request: ExpressionRequest, _: FaceTraits, random: Random): Plan {
  const times = Math.round(random.between(1.6, 4.4));
  const curve = pulses(request, random, times, { shut: 0.13, hold: random.between(0.08, 0.3), open: 0.26 });
  return { isStill: true, act: (at) => ({ leftLid: curve(at), rightLid: curve(at) }) };
}
