import { CROP, cropAroundArm, toCrop } from './arm-shape.ts';
import { fitColours } from './colour-model.ts';
import { type Arm, clipTo, distance } from './find-arms.ts';
import type { Point } from './find-body.ts';
import { pointOf } from './fit-hand.ts';
import { type Pyramid, samplePyramid } from '../picture/sample-crop.ts';

/** How far the elbow may be off to each side, and in which steps it is looked for. Radians. */
const FURTHEST = 0.5;
const STEP = 0.05;
/** Side of the picture of the square that is looked at; places in it are those of the larger one. */
const SIDE = 80;
/** Half the width of the stripe that must look like the wrist, in widths of the palm. */
const HALF = 0.3;
/** How much more a stripe must look like the wrist than where the model sees the forearm, in log-odds per pixel. */
const CLEARLY = 0.4;
const MOST = 4;

/**
 * Turns a forearm that the picture cuts to where what is seen at the wrist goes on: the body's model only guesses an elbow outside the picture.
 */
export function alignForearm(picture: Pyramid, arm: Arm): Arm {
  if (distance(arm.end, arm.pivot) < 1) return arm;
  const crop = cropAroundArm(arm);
  const pixels = samplePyramid(picture, crop, SIDE, Infinity);
  const palm = (arm.palm / crop.side) * CROP;
  const wrist = toCrop(crop, arm.wrist);
  const points = Array.from({ length: arm.hand.length / 2 }, (_, i) => toCrop(crop, pointOf(arm.hand, i)));
  const sample: number[] = [];
  const others: number[] = [];
  const read = (x: number, y: number) => {
    const i = (Math.floor((y * SIDE) / CROP) * SIDE + Math.floor((x * SIDE) / CROP)) * 3;
    return [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!] as const;
  };
  for (let along = -0.2; along <= 0.5; along += 0.03) {
    for (let aside = -0.2; aside <= 0.2; aside += 0.05) {
      const [x, y] = [wrist.x + aside * palm, wrist.y + along * palm];
      if (x >= 0 && y >= 0 && x < CROP - 1 && y < CROP - 1) sample.push(...read(x, y));
    }
  }
  for (let y = 0; y < Math.min(CROP, wrist.y); y += 4) {
    for (let x = 0; x < CROP; x += 4) {
      if (points.every((point) => Math.hypot(point.x - x, point.y - y) > 0.8 * palm)) others.push(...read(x, y));
    }
  }
  const [ofArm, ofOthers] = [fitColours(sample, 2), fitColours(others, 6)];
  if (!ofArm || !ofOthers) return arm;
  const length = (Math.min(distance(arm.wrist, arm.end), 2.5 * arm.palm) / crop.side) * CROP;
  const likeArm = (angle: number) => {
    const [right, down] = [Math.sin(angle), Math.cos(angle)];
    let sum = 0;
    let count = 0;
    for (let along = 0.3 * palm; along < Math.max(length, 0.6 * palm); along += 3) {
      for (let aside = -HALF * palm; aside <= HALF * palm; aside += 3) {
        const x = wrist.x + along * right + aside * down;
        const y = wrist.y + along * down - aside * right;
        if (x < 0 || y < 0 || x >= CROP - 1 || y >= CROP - 1) continue;
        const [r, g, b] = read(x, y);
        sum += Math.max(-MOST, Math.min(MOST, ofArm.logDensity(r, g, b) - ofOthers.logDensity(r, g, b)));
        count++;
      }
    }
    return count > 0 ? sum / count : -MOST;
  };
  const found = likeArm(0);
  let [best, most] = [0, found];
  for (let angle = -FURTHEST; angle <= FURTHEST; angle += STEP) {
    const like = likeArm(angle);
    if (like > most) [best, most] = [angle, like];
  }
  if (most < found + CLEARLY) return arm;
  // In the square the forearm points down: to the right there is counterclockwise in the picture.
  const pivot = turnedAbout(arm.pivot, arm.wrist, -best);
  return { ...arm, pivot, end: clipTo(picture[0]!, arm.wrist, pivot) };
}

function turnedAbout({ x, y }: Point, about: Point, angle: number): Point {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return {
    x: about.x + (x - about.x) * cosine - (y - about.y) * sine,
    y: about.y + (x - about.x) * sine + (y - about.y) * cosine,
  };
}
