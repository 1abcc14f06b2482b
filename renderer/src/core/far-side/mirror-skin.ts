import type { Head } from '../face/head.ts';
import { MIRROR_LANDMARKS } from '../face/landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { linearStep, smoothstep } from '../smoothstep.ts';
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

/** What a point of the mesh's far side takes from its twin on the near side. */
export interface Twin {
  point: number;
  /** Whether the head itself hides most of it. */
  isHidden: boolean;
  /** How much of the point's picture is its twin's: 1 where the photo hides the point itself. */
  share: number;
  /** What brings the twin's brightness and colours to those of its own side. */
  light: Light;
  /** How much of it is plain skin of that colour, where hair over the near side leaves no twin to take. */
  plain: { share: number; colour: Colour };
  /** What part of all this is the twin's: where nothing is drawn yet, what it passes into. */
  ofTwin: number;
}

/** With less than this nothing is known of a point's surroundings. */
const MIN_READ = 1e-3;
/**
 * Hair or a hand over the far side turns with the face, and nothing is mirrored over it. From so far to the side on too little
 * of the far cheek is seen to tell hair on it from what is beside the nose. Degrees.
 */
const ASIDE = { from: 30, to: 38 };
/**
 * There hair that covers most of the far side would lie over an eye that comes into sight: it gives way to what the near side
 * shows. How much of the far skin is bare where nothing gives way, and where all does.
 */
const COVERED = { hardly: 0.6, mostly: 0.4 };

/**
 * What a turned head hides is not in the photo, but the other side of the same face is: beyond the outline a face is drawn
 * from its near side, as in a mirror, in the light of what is seen of the far side (soft symmetry, after Hassner et al.,
 * "Effective Face Frontalization in Unconstrained Images", 2015). Empty for a head that hides nothing.
 */
export function mirrorSkin(
  head: Head,
  edgeWithin: (height: number) => number,
  besideLens: (height: number) => number,
  photo: Planes,
  scale: number,
): readonly Twin[] {
  if (Math.abs(head.yaw) < HIDES_FROM) return [];
  const hidden = hiddenShares(head, edgeWithin);
  const tones = tonesOf(head, photo, scale);
  const aside = smoothstep((Math.abs(head.yaw) - ASIDE.from) / (ASIDE.to - ASIDE.from));
  const { readings, givesWay } = howBare(readFarSide(head, hidden, tones), aside);
  const skin = recogniseSkin(head, tones);
  const lightAt = estimateFarSideLight(head, tones, skin, readings);
  const plainAt = plainSkin(head, edgeWithin, photo, scale);
  return hidden.map((hiddenShare, point) => {
    const covered = 1 - bareness(head, readings, point, ({ bare }) => bare);
    const isBare = bareness(head, readings, point, (reading) => Math.max(reading.bare, skin[reading.point]!));
    const around = hiddenShare * (1 - covered * (1 - aside));
    const twinIsSkin = skin[MIRROR_LANDMARKS[point]!]!;
    const height = head.form[point * 3 + 1]!;
    const plain = plainAt(height);
    const drawn = besideLens(height);
    const over = isFarSide(head, point) ? Math.max(0, covered - hiddenShare) : 0;
    const share = drawn * twinIsSkin * (around + over * givesWay);
    const ofPlain = drawn * (1 - twinIsSkin) * hiddenShare * isBare * plain.share;
    return {
      point,
      isHidden: hiddenShare > 0.5,
      share,
      light: lightAt(point),
      plain: { share: ofPlain, colour: plain.colour },
      ofTwin: share + ofPlain > 0 ? share / (share + ofPlain) : twinIsSkin,
    };
  });
}

/** How much what covers the far side gives way, from 0 to 1, and the readings as strictly as this asks for. */
function howBare(readings: readonly Reading[], aside: number): { readings: readonly Reading[]; givesWay: number } {
  const skin = readings.filter(({ point }) => !FEATURES.has(point));
  const bare = skin.reduce((sum, reading) => sum + reading.bare, 0) / Math.max(1, skin.length);
  const givesWay = aside * (1 - linearStep(bare, COVERED.mostly, COVERED.hardly));
  const strictly = (reading: Reading) => reading.bare + (reading.surelyBare - reading.bare) * givesWay;
  return { readings: readings.map((reading) => ({ ...reading, bare: strictly(reading) })), givesWay };
}

/** How much of the face the photo shows of the far side around a point, by what each reading says; 1 where nothing is known. */
function bareness(
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
