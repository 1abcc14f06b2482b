import { MOUTH_RIMS } from '../face/landmarks.ts';
import { smoothstep } from '../smoothstep.ts';

/** A mouth that is shut has nothing to close; face widths. */
const LEAST = 1e-3;
/** The jaw closes most of a mouth, the upper lip the rest. */
const BY_JAW = 0.72;
/**
 * The upper lip comes down over the lower one, by this share of the gap and this many face widths: the mesh does not follow every
 * lip to the pixel, and a line of teeth would shine through.
 */
const OVER = { share: 0.1, least: 0.018 };
/** By so much it is nearer to the viewer then, in face widths: it is drawn later. */
const NEARER = 0.03;
/** How far above the gap the upper lip takes skin along, in face widths. */
const ABOVE = 0.06;
/** Beside the mouth the jaw moves the cheeks less and less: all of it up to the first, nothing from the second on; face widths. */
const BESIDE = { from: 0.12, to: 0.42 };
/** So far below the gap, in face widths, a chin begins, which goes up by this share of what the lip does: its skin gives way. */
const CHIN = { below: 0.12, share: 0.55 };

/** How far each point moves, right, down and forward in turn, when an open mouth shuts; face widths. */
export function sealLips(form: Float32Array): Float32Array {
  const moved = new Float32Array(form.length);
  const { upper, lower } = MOUTH_RIMS;
  const middle = upper.length >> 1;
  const x = (point: number) => form[point * 3]!;
  const y = (point: number) => form[point * 3 + 1]!;
  const [left, right] = [x(upper[0]!), x(upper.at(-1)!)];
  const most = Math.max(LEAST, y(lower[middle]!) - y(upper[middle]!));
  /** The gap at a place across, and where its middle is. */
  const gapAt = (at: number) => {
    let i = 0;
    while (i + 2 < upper.length && x(upper[i + 1]!) < at) i++;
    const from = x(upper[i]!);
    const share = Math.max(0, Math.min(1, (at - from) / (x(upper[i + 1]!) - from || 1)));
    const along = (rim: readonly number[]) => y(rim[i]!) + (y(rim[i + 1]!) - y(rim[i]!)) * share;
    const inside = at > left && at < right;
    return { gap: inside ? Math.max(0, along(lower) - along(upper)) : 0, y: (along(lower) + along(upper)) / 2 };
  };
  const isUpper = new Set<number>(upper);
  const isLower = new Set<number>(lower);
  for (let point = 0; point < form.length / 3; point++) {
    const { gap, y: parting } = gapAt(x(point));
    const below = y(point) - parting;
    if (isUpper.has(point) || (below <= 0 && !isLower.has(point))) {
      const above = Math.max(0, -below - gap / 2);
      const taken = Math.exp(-((above / ABOVE) ** 2));
      moved[point * 3 + 1] = ((1 - BY_JAW + OVER.share) * gap + OVER.least * (gap / most)) * taken;
      moved[point * 3 + 2] = NEARER * (gap / most) * taken;
    } else {
      const away = Math.abs(x(point) - (left + right) / 2);
      const beside = 1 - smoothstep((away - BESIDE.from) / (BESIDE.to - BESIDE.from));
      const chin = smoothstep((below - gap / 2) / CHIN.below);
      moved[point * 3 + 1] = -BY_JAW * (gap * (1 - chin) + CHIN.share * most * chin * beside);
    }
  }
  return moved;
}
