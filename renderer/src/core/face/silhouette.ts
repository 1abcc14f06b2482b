import { SKIN_TRIANGLES } from './skin-triangles.ts';

const POINTS = 468;

/** The parts of a `Head` that its silhouette depends on. */
interface Turned {
  form: Float32Array;
  yaw: number;
}

/** The silhouette of a turned face at one height; anything beyond is hidden. Face widths. */
export interface Silhouette {
  /** Distance from the middle as the viewer sees it, towards the side that the head is turned to. */
  reach: number;
  /** The same point's distance in head coordinates; points further out are hidden. */
  across: number;
  /** The mesh edge on which it lies: both vertices, and the share of the way from the first to the second. */
  between: readonly [number, number, number];
}

/** The far silhouette at a height in head coordinates; undefined above and below the face. */
export function silhouetteAt({ form, yaw }: Turned, height: number): Silhouette | undefined {
  const far = Math.sign(yaw) || 1;
  const angle = (Math.abs(yaw) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  let furthest = -1;
  let [reach, across, part] = [-Infinity, 0, 0];
  for (let i = 0; i < EDGES.length; i += 2) {
    const p = EDGES[i]! * 3;
    const q = EDGES[i + 1]! * 3;
    const from = form[p + 1]! - height;
    const to = form[q + 1]! - height;
    if (from * to > 0 || from === to) continue;
    const share = from / (from - to);
    const out = far * (form[p]! + (form[q]! - form[p]!) * share);
    const depth = form[p + 2]! + (form[q + 2]! - form[p + 2]!) * share;
    const seen = out * cos + depth * sin;
    if (!(seen > reach)) continue;
    furthest = i;
    reach = seen;
    across = out;
    part = share;
  }
  if (furthest < 0) return undefined;
  return { reach, across, between: [EDGES[furthest]!, EDGES[furthest + 1]!, part] };
}

/** Unique edges of the mesh's triangles, two vertices each. */
const EDGES = Uint16Array.from(
  [
    ...new Set(
      SKIN_TRIANGLES.map((point, i) => {
        const next = SKIN_TRIANGLES[i % 3 === 2 ? i - 2 : i + 1]!;
        return Math.min(point, next) * POINTS + Math.max(point, next);
      }),
    ),
  ].flatMap((key) => [Math.floor(key / POINTS), key % POINTS]),
);

/** Visible distance towards the far side of a point at `across` and `depth` in head coordinates; `yaw` in degrees. */
export function seenAcross(across: number, depth: number, yaw: number): number {
  const angle = (Math.abs(yaw) * Math.PI) / 180;
  return across * Math.cos(angle) + depth * Math.sin(angle);
}
