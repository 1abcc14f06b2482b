import { boxMax, mapValues, combineMaps, type FloatMap } from './float-map.ts';

/** Gaps narrower than twice this many pixels are closed: so narrow a strip of background would only smear. */
const GAP = 4;
/** Mask values above this count as subject. False positives hardly show; a missed parting or arm does. */
const DOUBT = 0.15;
const MIN_ISLAND = 0.01;
const MIN_OPENING = 0.015;

/**
 * Removes small regions of subject from a mask and closes small holes and cracks in the subject, which would look torn
 * once the layers move apart. Areas are shares of the picture.
 */
export function cleanMask(mask: FloatMap): FloatMap {
  const solid = mapValues(mask, (alpha) => (alpha > DOUBT ? 1 : 0));
  const islands = smallRegions(solid, 1, MIN_ISLAND);
  const kept = combineMaps(solid, islands, (subject, island) => (island ? 0 : subject));
  const grown = boxMax(kept, GAP);
  const holes = smallRegions(grown, 0, MIN_OPENING);
  const closed = invert(boxMax(invert(combineMaps(grown, holes, Math.max)), GAP));
  const near = boxMax(closed, GAP);
  return combineMaps(combineMaps(mask, near, Math.min), closed, Math.max);
}

function invert(map: FloatMap): FloatMap {
  return mapValues(map, (value) => 1 - value);
}

/** Marks with 1 the connected regions of `value` that cover less than `share` of the picture. */
function smallRegions(map: FloatMap, value: number, share: number): FloatMap {
  const { width, height, data } = map;
  const result = mapValues(map, () => 0);
  const seen = new Uint8Array(data.length);
  const region = new Int32Array(data.length);
  for (let start = 0; start < data.length; start++) {
    if (seen[start] || data[start] !== value) continue;
    let size = 0;
    region[size++] = start;
    seen[start] = 1;
    for (let next = 0; next < size; next++) {
      const pixel = region[next]!;
      const x = pixel % width;
      const y = (pixel - x) / width;
      const neighbours = [
        x > 0 ? pixel - 1 : -1,
        x < width - 1 ? pixel + 1 : -1,
        y > 0 ? pixel - width : -1,
        y < height - 1 ? pixel + width : -1,
      ];
      for (const neighbour of neighbours) {
        if (neighbour < 0 || seen[neighbour] || data[neighbour] !== value) continue;
        seen[neighbour] = 1;
        region[size++] = neighbour;
      }
    }
    if (size < share * data.length) for (let i = 0; i < size; i++) result.data[region[i]!] = 1;
  }
  return result;
}
