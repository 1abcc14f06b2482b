import type { Head } from '../face/head.ts';
import { MIRROR_LANDMARKS, NOSE_BASE } from '../face/landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { linearStep, smoothstep } from '../smoothstep.ts';
import { featureBands } from './far-side.ts';
import { plainSkin } from './plain-skin.ts';
import { estimateFarSideLight } from './far-side-light.ts';
import {
  hiddenShares,
  HIDES_FROM,
  isFarSide,
  MAX_BARE,
  nearness,
  readFarSide,
  tonesOf,
  type Light,
  type Reading,
} from './read-far-side.ts';
import { FEATURES, recogniseSkin } from './recognise-skin.ts';
import type { Colour } from '../face/tone.ts';

/** The texture of one far-side vertex as taken from its mirror vertex on the near side. */
export interface Twin {
  point: number;
  /** Whether the head itself occludes the vertex by more than half, and it lies below the forehead. */
  isHidden: boolean;
  /** Opacity of the mirrored texture, 0 to 1: 1 where the photo does not show the vertex. */
  share: number;
  /** Converts the near side's colours to the far side's light. */
  light: Light;
  /** Opacity and colour of plain skin, used where hair covers the near side too. */
  plain: { share: number; colour: Colour };
  /**
   * The mirrored texture's part of the combined opacity; also defined where that is 0, since opacities are
   * interpolated.
   */
  ofTwin: number;
}

/** Below this total weight no sample is near enough to say anything. */
const MIN_READ = 1e-3;
/**
 * Hair or a hand over the far side turns with the face and is not drawn over. Over this range of yaw too little of the
 * far cheek is visible to tell hair on it from the area beside the nose. Degrees.
 */
const ASIDE = { from: 30, to: 38 };
/**
 * In that case, hair over most of the far side would cover an eye that the turn uncovers, so it is replaced by the
 * mirrored texture. Visible share of the far skin at which none and all of it is replaced.
 */
const COVERED = { hardly: 0.6, mostly: 0.4 };

/** The mirrored texture fades out over this height above the brows. Face widths. */
const FOREHEAD_FADE = 0.05;
/**
 * If hair covers most of the near side above the nose, what is left would be patches with hair around them. Mean share of
 * skin at which nothing and all of it is mirrored.
 */
const TO_MIRROR = { little: 0.32, enough: 0.42 };
/** Half the height over which that changes to the part below the nose, which is mirrored in any case. Face widths. */
const NOSE_FADE = 0.05;
/** Hidden shares between which plain skin comes in: what the photo still shows of brow and eye is kept. */
const PLAIN = { from: 0.5, to: 1 };

/**
 * Synthesises the skin that a turned head hides by mirroring the near side of the same face in the far side's light
 * (soft symmetry, after Hassner et al., "Effective Face Frontalization in Unconstrained Images", 2015). Returns one
 * entry per mesh vertex, or none for a head that hides nothing. `photo` is at `scale` times the film's size;
 * `edgeWithin` and `besideLens` are functions of height. `isMouthCovered`: by a mask, a scarf or a hand.
 */
export function mirrorSkin(
  head: Head,
  edgeWithin: (height: number) => number,
  besideLens: (height: number) => number,
  photo: Planes,
  scale: number,
  isMouthCovered = false,
): readonly Twin[] {
  if (Math.abs(head.yaw) < HIDES_FROM) return [];
  const hidden = hiddenShares(head, edgeWithin);
  const tones = tonesOf(head, photo, scale);
  const aside = smoothstep((Math.abs(head.yaw) - ASIDE.from) / (ASIDE.to - ASIDE.from));
  const { readings, givesWay } = measureCover(readFarSide(head, hidden, tones), aside);
  const skin = recogniseSkin(head, tones);
  const lightAt = estimateFarSideLight(head, tones, skin, readings);
  const plainAt = plainSkin(head, edgeWithin, photo, scale);
  const foreheadAt = measureForehead(head);
  const usableAt = usableHeights(head, hidden, skin, besideLens);
  const aboveCover = measureAboveCover(head, isMouthCovered);
  return hidden.map((hiddenShare, point) => {
    const covered = 1 - visibilityAround(head, readings, point, ({ bare }) => bare);
    const isBare = visibilityAround(head, readings, point, (reading) => Math.max(reading.bare, skin[reading.point]!));
    const around = hiddenShare * (1 - covered * (1 - aside));
    const height = head.form[point * 3 + 1]!;
    const twinIsSkin = skin[MIRROR_LANDMARKS[point]!]! * usableAt(height);
    const plain = plainAt(height);
    const drawn = besideLens(height) * aboveCover(height);
    const over = isFarSide(head, point) ? Math.max(0, covered - hiddenShare) : 0;
    const share = (1 - foreheadAt(height)) * drawn * twinIsSkin * (around + over * givesWay);
    const unseen = linearStep(hiddenShare, PLAIN.from, PLAIN.to);
    const ofPlain = drawn * (1 - twinIsSkin) * unseen * isBare * plain.share;
    return {
      point,
      isHidden: hiddenShare > 0.5 && foreheadAt(height) < 1,
      share,
      light: lightAt(point),
      plain: { share: ofPlain, colour: plain.colour },
      ofTwin: share + ofPlain > 0 ? share / (share + ofPlain) : twinIsSkin,
    };
  });
}

/**
 * How far a height belongs to the forehead, 0 to 1. A forehead has no features that stretching would turn into bands, so
 * its visible skin is stretched: that has no seam, and no fringe of the near side appears on it.
 */
function measureForehead(head: Head): (height: number) => number {
  const { top } = featureBands(head).eyes;
  return (height) => linearStep(top - height, 0, FOREHEAD_FADE);
}

/**
 * How much of the mirrored skin is drawn at a height, 0 to 1: none below the nose where something covers the mouth. A hand or a scarf may leave
 * the near cheek bare, whose skin would be drawn over it; so it turns with the face and is stretched.
 */
function measureAboveCover(head: Head, isMouthCovered: boolean): (height: number) => number {
  const noseBase = head.form[NOSE_BASE * 3 + 1]!;
  return (height) => (isMouthCovered ? 1 - linearStep(height, noseBase - NOSE_FADE, noseBase + NOSE_FADE) : 1);
}

/** Which part of the mirrored texture is used at a height, 0 to 1. Nothing is drawn over a lens, so glasses leave no patches. */
function usableHeights(
  head: Head,
  hidden: readonly number[],
  skin: readonly number[],
  besideLens: (height: number) => number,
): (height: number) => number {
  const { top, middle } = featureBands(head).eyes;
  const noseBase = head.form[NOSE_BASE * 3 + 1]!;
  const twins = hidden.flatMap((hiddenShare, point) => {
    const height = head.form[point * 3 + 1]!;
    return hiddenShare > 0.5 && height > top && height < noseBase ? [skin[MIRROR_LANDMARKS[point]!]!] : [];
  });
  const mean = twins.reduce((sum, value) => sum + value, 0) / Math.max(1, twins.length);
  const above = 1 - besideLens(middle) * (1 - linearStep(mean, TO_MIRROR.little, TO_MIRROR.enough));
  return (height) => above + (1 - above) * linearStep(height, noseBase - NOSE_FADE, noseBase + NOSE_FADE);
}

/** How far the covering hair is replaced (0 to 1), and the samples, stricter accordingly. */
function measureCover(readings: readonly Reading[], aside: number): { readings: readonly Reading[]; givesWay: number } {
  const skin = readings.filter(({ point }) => !FEATURES.has(point));
  const bare = skin.reduce((sum, reading) => sum + reading.bare, 0) / Math.max(1, skin.length);
  const givesWay = aside * (1 - linearStep(bare, COVERED.mostly, COVERED.hardly));
  const strictly = (reading: Reading) => reading.bare + (reading.surelyBare - reading.bare) * givesWay;
  return { readings: readings.map((reading) => ({ ...reading, bare: strictly(reading) })), givesWay };
}

/** Weighted mean visibility of skin around a vertex, 0 to 1; 1 where no sample is near. */
function visibilityAround(
  { form }: Head,
  readings: readonly Reading[],
  point: number,
  bareOf: (reading: Reading) => number,
): number {
  let [weights, sum] = [0, 0];
  for (const reading of readings) {
    const weight = nearness(form, point, reading.point);
    weights += weight;
    sum += weight * bareOf(reading);
  }
  return weights < MIN_READ ? 1 : smoothstep(sum / weights / MAX_BARE);
}
