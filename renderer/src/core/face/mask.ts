import type { Head } from './head.ts';
import { BLACK, LOG_FLOOR, toneAt, type Tone } from './tone.ts';
import type { Planes } from '../picture/planes.ts';

/** Landmarks whose tones are compared, both sides of the face together. */
const PLACES = {
  lips: [40, 37, 0, 267, 270, 91, 84, 17, 314, 321],
  /** Skin around the lips. */
  aroundLips: [165, 164, 391, 57, 287, 182, 18, 406],
  /** Where the lips meet. */
  mouthLine: [82, 13, 312, 87, 14, 317, 81, 311],
  nostrils: [98, 97, 2, 326, 327],
  noseTip: [5, 4, 45, 275],
  cheeks: [205, 425, 206, 426, 207, 427],
  forehead: [9, 151, 108, 337, 69, 299],
  belowEyes: [118, 119, 120, 347, 348, 349],
};
type Place = keyof typeof PLACES;

/**
 * Coefficients of a logistic regression for masks, on luma, chroma and grain: nostrils and the line of the mouth that are not dark, lips no
 * redder than what is around them, a mouth without grain, cheeks and lips less red than forehead or eyes. Fitted to 184 faces from
 * public projects, 43 with masks (limits in docs/renderer.md).
 */
const EVIDENCE = {
  nostrils: 3.1,
  mouthLine: 1.33,
  mouthGrain: -1.03,
  lipsRedder: -0.17,
  cheeksPaler: 0.23,
  lipsPaler: 0.06,
  start: -3.07,
};
/** Decision threshold. It favours precision: a wrong refusal to smile is worse than a mask that bends. */
const SURE = 0.5;

/** Whether a plain mask hides the mouth. `isMouthCovered` also finds printed ones, scarves and hands. */
export function wearsMask(head: Head, photo: Planes, scale: number): boolean {
  const mean = (place: Place, of: (tone: Tone) => number) => {
    const points = PLACES[place];
    return points.reduce((sum, point) => sum + of(toneAt(head, point, photo, scale)), 0) / points.length;
  };
  const light = (place: Place) => Math.log(mean(place, ({ y }) => Math.max(0, y - BLACK)) + LOG_FLOOR.brightness);
  const red = (place: Place) => mean(place, ({ v }) => v);
  const skin = red('belowEyes');
  return (
    EVIDENCE.start +
      EVIDENCE.nostrils * (light('nostrils') - light('noseTip')) +
      EVIDENCE.mouthLine * (light('mouthLine') - light('lips')) +
      EVIDENCE.mouthGrain * Math.log(mean('mouthLine', ({ grain }) => grain) + LOG_FLOOR.grain) +
      EVIDENCE.lipsRedder * clamp(red('lips') - red('aroundLips'), -3, 8) +
      EVIDENCE.cheeksPaler * clamp(Math.max(skin, red('forehead')) - red('cheeks'), 0, 20) +
      EVIDENCE.lipsPaler * clamp(skin - red('lips'), -10, 20) >
    SURE
  );
}

/** Chroma has few steps in a faint light and many in a gaudy one; beyond these bounds it says nothing more. */
function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
