import { LEFT_CORNER, LEFT_WING, RIGHT_CORNER, RIGHT_WING } from '../face/landmarks.ts';
import { boxMax, boxMean, createMap, type FloatMap, mapValues, shrink } from '../layers/float-map.ts';
import type { Frame } from '../picture/planes.ts';
import type { Size } from '../picture/framing.ts';
import type { Head } from '../face/head.ts';
import { linearStep, smoothstep } from '../smoothstep.ts';

/** Half the width of the broadest fold that is filled up, in face widths. */
const HALF_FOLD = 0.045;
/**
 * Where the fold is looked for, in face widths: outwards from the line between the nose's wing and the mouth's corner, which belong to nose and
 * lips, and how far beyond its ends.
 */
const ZONE = { from: -0.02, whole: 0.015, until: 0.1, none: 0.17, above: 0.1, below: 0.22 };
/** What is darker than its surroundings by up to this many times the mean is the skin's grain, or a beard. */
const GRAIN = 1.2;
/** Share of a fold's darkness that goes away at most. */
const SHARE = 0.85;
/** Yaw between which the fold on the far side is left as it is, in degrees: what is behind the cheek is too near. */
const FAR = { from: 20, to: 32 };

/**
 * Lightens the fold beside each wing of the nose, as far as it is a narrow dark line. It is deep because of a smile; when the smile is taken back
 * (`strength`, 0 to 1), it would be pushed to the nose as it is. `places` are the posed vertices, in film pixels.
 */
export function softenFolds(
  frame: Frame,
  places: Float32Array,
  { width, yaw }: Pick<Head, 'width' | 'yaw'>,
  strength: number,
): void {
  if (strength <= 0) return;
  const [left, right] = [-yaw, yaw].map((away) => strength * (1 - linearStep(away, FAR.from, FAR.to))) as [
    number,
    number,
  ];
  lighten(frame, findZone(frame, places, width, [LEFT_WING, LEFT_CORNER], RIGHT_WING), width, left);
  lighten(frame, findZone(frame, places, width, [RIGHT_WING, RIGHT_CORNER], LEFT_WING), width, right);
}

/** A part of a frame, and which share of each pixel there may be lightened. */
interface Zone extends FloatMap {
  left: number;
  top: number;
}

/** The zone outwards of the line from the nose's wing to the mouth's corner; `other` is the wing on the other side. */
function findZone(frame: Size, places: Float32Array, width: number, [from, to]: [number, number], other: number): Zone {
  const [x, y] = [places[from * 2]!, places[from * 2 + 1]!];
  const [endX, endY] = [places[to * 2]!, places[to * 2 + 1]!];
  const length = Math.hypot(endX - x, endY - y) || 1;
  const [alongX, alongY] = [(endX - x) / length, (endY - y) / length];
  const rightwards = (atX: number, atY: number) => (atX - x) * alongY - (atY - y) * alongX;
  const side = rightwards(places[other * 2]!, places[other * 2 + 1]!) < 0 ? 1 : -1;
  const corners = [-ZONE.above * width, length + ZONE.below * width].flatMap((along) =>
    [side * ZONE.from * width, side * ZONE.none * width].map((out) => [
      x + along * alongX + out * alongY,
      y + along * alongY - out * alongX,
    ]),
  ) as [number, number][];
  const [xs, ys] = [corners.map(([at]) => at), corners.map(([, at]) => at)];
  // What a fold is filled up from is beyond the zone, too.
  const reach = 2 * HALF_FOLD * width;
  const left = Math.max(0, Math.floor(Math.min(...xs) - reach));
  const top = Math.max(0, Math.floor(Math.min(...ys) - reach));
  const right = Math.min(frame.width, Math.ceil(Math.max(...xs) + reach));
  const bottom = Math.min(frame.height, Math.ceil(Math.max(...ys) + reach));
  const map = createMap(Math.max(0, right - left), Math.max(0, bottom - top));
  for (let atY = top, i = 0; atY < bottom; atY++) {
    for (let atX = left; atX < right; atX++, i++) {
      const out = (side * rightwards(atX, atY)) / width;
      if (out <= ZONE.from || out >= ZONE.none) continue;
      const along = ((atX - x) * alongX + (atY - y) * alongY) / width;
      if (along <= -ZONE.above || along >= length / width + ZONE.below) continue;
      const across = smoothstep((out - ZONE.from) / (ZONE.whole - ZONE.from)) * fall(out, ZONE.until, ZONE.none);
      map.data[i] = across * fall(-along, 0, ZONE.above) * fall(along - length / width, 0, ZONE.below);
    }
  }
  return { ...map, left, top };
}

function lighten({ y: luma, width: columns }: Frame, zone: Zone, faceWidth: number, strength: number): void {
  const { left, top, width, height, data: shares } = zone;
  const tones = createMap(width, height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * columns + left;
    tones.data.set(luma.subarray(start, start + width), y * width);
  }
  const filled = fillUp(tones, HALF_FOLD * faceWidth);
  const darker = createMap(width, height).data;
  let [whole, sum] = [0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (shares[i] === 0) continue;
      darker[i] = Math.max(0, filled(x, y) - tones.data[i]!);
      whole += shares[i]!;
      sum += shares[i]! * darker[i]!;
    }
  }
  const grain = (GRAIN * sum) / (whole || 1);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (darker[i]! <= grain) continue;
      luma[(top + y) * columns + left + x]! += SHARE * strength * shares[i]! * (darker[i]! - grain);
    }
  }
}

/** A fold is filled up in a smaller picture, in which half its width is so many pixels. */
const COARSE = 4;

/** Returns a function that gives the tone at a pixel without dark lines that are narrower than twice `radius`: a morphological closing. */
function fillUp(map: FloatMap, radius: number): (x: number, y: number) => number {
  const step = Math.max(1, Math.floor(radius / COARSE));
  const small = shrink(map, step);
  const reach = Math.max(1, Math.round(radius / step));
  const negative = (value: number) => -value;
  const closed = mapValues(boxMax(mapValues(boxMax(small, reach), negative), reach), negative);
  const { data, width, height } = boxMean(closed, Math.max(1, reach >> 1));
  return (x, y) => {
    const [atX, atY] = [clamp((x + 0.5) / step - 0.5, width - 1), clamp((y + 0.5) / step - 0.5, height - 1)];
    const [left, top] = [Math.floor(atX), Math.floor(atY)];
    const right = Math.min(width - 1, left + 1);
    const below = Math.min(height - 1, top + 1) * width;
    const along = (row: number) => data[row + left]! + (data[row + right]! - data[row + left]!) * (atX - left);
    return along(top * width) + (along(below) - along(top * width)) * (atY - top);
  };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}

function fall(value: number, from: number, to: number): number {
  return 1 - smoothstep((value - from) / (to - from));
}
