import { linearStep } from '../smoothstep.ts';
import type { ExpressionRequest, FaceTraits, Plan } from './expression-track.ts';
import type { Random } from './random.ts';
import { pulses } from './timing.ts';

/** An eye that opens no wider has little to shut, and of one of the second width all is seen to. A share of its length. */
const NARROW = { from: 0.16, to: 0.4 };
/** Where a lid is no brighter than this beside its eye (see `lidContrasts`), it is hardly seen to come down, or not at all. */
const FAINT = { from: 0.3, to: 0.5 };
const UNSEEN = { from: 0.02, to: 0.1 };

/** The lids of one eye shut, its cheek comes up and its brow down: the whole corner of the face takes part. */
export function wink(request: ExpressionRequest, traits: FaceTraits, random: Random): Plan {
  if (traits.eyesHidden) return { isStill: true, act: () => ({}) };
  const side = winkingSide(traits, random.side());
  const depth = random.between(0.96, 1);
  const curve = pulses(request, random, Math.round(random.between(0.5, 2.5)), { shut: 0.16, hold: 0.5, open: 0.32 });
  const tilt = side * random.between(0.6, 1.8);
  // An eye that is narrow already, or no darker than its lid, has little to shut: cheek and brow have to show it.
  const eye = side < 0 ? 0 : 1;
  const narrow = 1 - linearStep(traits.eyesOpen[eye], NARROW.from, NARROW.to);
  const contrast = traits.lidContrasts?.[eye] ?? 1;
  const [faint, unseen] = [FAINT, UNSEEN].map(({ from, to }) => 1 - linearStep(contrast, from, to)) as [number, number];
  const squeeze = random.between(1.1, 1.25) * (1 + 0.6 * narrow + 0.5 * faint + 0.5 * unseen);
  return {
    isStill: true,
    act: (at) => {
      const done = curve(at);
      const [lid, pressed] = [depth * done, squeeze * done];
      const shut =
        side < 0
          ? { leftLid: lid, leftCheek: pressed, leftFrown: pressed }
          : { rightLid: lid, rightCheek: pressed, rightFrown: pressed };
      return { ...shut, roll: tilt * done };
    },
  };
}

/** The gap of an eye that is as good as shut, as a share of its length. */
const SHUT = 0.08;
/** So many times as much of one eye's wink has to be seen as of the other's for it to be the one that winks. */
const CLEARLY = 1.3;
/** The eye that a head turns away is seen less, and at so many degrees not at all. */
const OUT_OF_SIGHT = 35;

/** Either eye where both are seen alike; else the one of whose wink more is seen: it is wider open, nearer, or its lid brighter. */
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
