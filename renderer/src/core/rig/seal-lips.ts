import { MOUTH_RIMS } from '../face/landmarks.ts';
import { smoothstep } from '../smoothstep.ts';

/** Smaller gaps count as a closed mouth; face widths. */
const LEAST = 1e-3;
/** Share of the gap closed by the jaw; the upper lip closes the rest. */
const BY_JAW = 0.72;
/**
 * How far the upper lip overlaps the lower one: a share of the gap plus a minimum in face widths, which counts where the
 * gap is at least `from` of the widest, and where that is `wide`. The mesh does not follow lips to the pixel, and a line of
 * teeth would show between them.
 */
const OVER = { share: 0.1, least: 0.018, from: 0.35, wide: 0.012 };
/** The upper lip moves this far forward, in face widths, so that depth sorting draws it over the lower one. */
const NEARER = 0.03;
/** Falloff of the skin's movement above the upper lip, in face widths. */
const ABOVE = 0.06;
/** Horizontal falloff of the jaw's movement on the cheeks, from full at `from` to none at `to`; face widths. */
const BESIDE = { from: 0.12, to: 0.42 };
/** The chin begins `below` face widths under the gap and moves up by `share` of the lip's movement. */
const CHIN = { below: 0.12, share: 0.55 };

/** The lips at a horizontal position: the gap between them, its middle, and the line on which they meet when it closes. */
export interface Lips {
  gap: number;
  middle: number;
  meeting: number;
}

/** Returns a function that measures a head's lips at a horizontal position. Face widths. */
export function measureLips(form: Float32Array): (x: number) => Lips {
  const { upper, lower } = MOUTH_RIMS;
  const x = (point: number) => form[point * 3]!;
  const y = (point: number) => form[point * 3 + 1]!;
  const most = widestGap(form);
  return (at) => {
    let i = 0;
    while (i + 2 < upper.length && x(upper[i + 1]!) < at) i++;
    const from = x(upper[i]!);
    const share = Math.max(0, Math.min(1, (at - from) / (x(upper[i + 1]!) - from || 1)));
    const along = (rim: readonly number[]) => y(rim[i]!) + (y(rim[i + 1]!) - y(rim[i]!)) * share;
    const inside = at > x(upper[0]!) && at < x(upper.at(-1)!);
    const gap = inside ? Math.max(0, along(lower) - along(upper)) : 0;
    const middle = (along(lower) + along(upper)) / 2;
    return { gap, middle, meeting: middle - gap / 2 + comesDown(gap, most) };
  };
}

function widestGap(form: Float32Array): number {
  const { upper, lower } = MOUTH_RIMS;
  const middle = upper.length >> 1;
  return Math.max(LEAST, form[lower[middle]! * 3 + 1]! - form[upper[middle]! * 3 + 1]!);
}

/** How far the upper lip comes down. */
function comesDown(gap: number, most: number): number {
  return (
    (1 - BY_JAW + OVER.share) * gap + OVER.least * Math.min(1, gap / most / OVER.from) * Math.min(1, most / OVER.wide)
  );
}

/** The blend shape that closes an open mouth: displacements right, down and forward per vertex, in face widths. */
export function sealLips(form: Float32Array): Float32Array {
  const moved = new Float32Array(form.length);
  const { upper, lower } = MOUTH_RIMS;
  const lipsAt = measureLips(form);
  const most = widestGap(form);
  const x = (point: number) => form[point * 3]!;
  const centre = (x(upper[0]!) + x(upper.at(-1)!)) / 2;
  const isUpper = new Set<number>(upper);
  const isLower = new Set<number>(lower);
  for (let point = 0; point < form.length / 3; point++) {
    const { gap, middle } = lipsAt(x(point));
    const below = form[point * 3 + 1]! - middle;
    if (isUpper.has(point) || (below <= 0 && !isLower.has(point))) {
      const above = Math.max(0, -below - gap / 2);
      const taken = Math.exp(-((above / ABOVE) ** 2));
      moved[point * 3 + 1] = comesDown(gap, most) * taken;
      moved[point * 3 + 2] = NEARER * (gap / most) * taken;
    } else {
      const beside = 1 - smoothstep((Math.abs(x(point) - centre) - BESIDE.from) / (BESIDE.to - BESIDE.from));
      const chin = smoothstep((below - gap / 2) / CHIN.below);
      moved[point * 3 + 1] = -BY_JAW * (gap * (1 - chin) + CHIN.share * most * chin * beside);
    }
  }
  return moved;
}
