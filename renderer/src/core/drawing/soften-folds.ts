import { LEFT_CORNER, LEFT_WING, RIGHT_CORNER, RIGHT_WING } from '../face/landmarks.ts';
import { boxMax, boxMean, createMap, type FloatMap, mapValues } from '../layers/float-map.ts';
import type { Frame } from '../picture/planes.ts';
import { smoothstep } from '../smoothstep.ts';

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

/**
 * Lightens the fold beside each wing of the nose, as far as it is a narrow dark line. It is deep because of a smile; when the smile is taken back
 * (`strength`, 0 to 1), it would be pushed to the nose as it is. `width` is the face's, in film pixels.
 */
export function softenFolds(frame: Frame, places: Float32Array, width: number, strength: number): void {
  if (strength <= 0) return;
  soften(frame, places, width, [LEFT_WING, LEFT_CORNER], [RIGHT_WING, RIGHT_CORNER], strength);
  soften(frame, places, width, [RIGHT_WING, RIGHT_CORNER], [LEFT_WING, LEFT_CORNER], strength);
}

function soften(
  { y: luma, width: columns, height: rows }: Frame,
  places: Float32Array,
  width: number,
  [wing, corner]: readonly [number, number],
  opposite: readonly [number, number],
  strength: number,
): void {
  const [x, y] = [places[wing * 2]!, places[wing * 2 + 1]!];
  const length = Math.hypot(places[corner * 2]! - x, places[corner * 2 + 1]! - y) || 1;
  const [alongX, alongY] = [(places[corner * 2]! - x) / length, (places[corner * 2 + 1]! - y) / length];
  const inwards = opposite.reduce(
    (sum, point) => sum + (places[point * 2]! - x) * alongY - (places[point * 2 + 1]! - y) * alongX,
    0,
  );
  const side = inwards < 0 ? 1 : -1;
  const within = (atX: number, atY: number) => {
    const along = ((atX - x) * alongX + (atY - y) * alongY) / width;
    const out = (side * ((atX - x) * alongY - (atY - y) * alongX)) / width;
    const across = smoothstep((out - ZONE.from) / (ZONE.whole - ZONE.from)) * fall(out, ZONE.until, ZONE.none);
    return across * fall(-along, 0, ZONE.above) * fall(along - length / width, 0, ZONE.below);
  };
  const reach = (ZONE.none + ZONE.below) * width;
  const left = Math.max(0, Math.floor(Math.min(x, x + alongX * length) - reach));
  const top = Math.max(0, Math.floor(Math.min(y, y + alongY * length) - reach));
  const right = Math.min(columns, Math.ceil(Math.max(x, x + alongX * length) + reach));
  const bottom = Math.min(rows, Math.ceil(Math.max(y, y + alongY * length) + reach));
  if (right <= left || bottom <= top) return;
  const map = createMap(right - left, bottom - top);
  const zone = map.data.map((_, i) => within(left + (i % map.width), top + Math.floor(i / map.width)));
  map.data.forEach(
    (_, i) => (map.data[i] = luma[(top + Math.floor(i / map.width)) * columns + left + (i % map.width)]!),
  );
  const filled = fillUp(map, HALF_FOLD * width);
  const darker = map.data.map((value, i) =>
    zone[i]! > 0 ? Math.max(0, filled(i % map.width, Math.floor(i / map.width)) - value) : 0,
  );
  const sum = zone.reduce((all, share) => all + share, 0) || 1;
  const grain = (GRAIN * darker.reduce((all, value, i) => all + value * zone[i]!, 0)) / sum;
  for (let i = 0; i < zone.length; i++) {
    const lighter = SHARE * strength * zone[i]! * Math.max(0, darker[i]! - grain);
    luma[(top + Math.floor(i / map.width)) * columns + left + (i % map.width)]! += lighter;
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

/** The means of blocks of `step` × `step` pixels; the last ones may be smaller. */
function shrink(map: FloatMap, step: number): FloatMap {
  const small = createMap(Math.ceil(map.width / step), Math.ceil(map.height / step));
  const counts = new Uint16Array(small.data.length);
  map.data.forEach((value, i) => {
    const at = Math.floor(Math.floor(i / map.width) / step) * small.width + Math.floor((i % map.width) / step);
    small.data[at]! += value;
    counts[at]!++;
  });
  return { ...small, data: small.data.map((sum, at) => sum / counts[at]!) };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}

function fall(value: number, from: number, to: number): number {
  return 1 - smoothstep((value - from) / (to - from));
}
