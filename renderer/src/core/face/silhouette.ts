import { SKIN_TRIANGLES } from './skin-triangles.ts';

const POINTS = 468;

/** The part of a `Head` that its silhouette depends on. */
interface Turned {
  form: Float32Array;
  yaw: number;
}

/** Where a turned face ends on its far side, at one height: what lies beyond is behind the face. Face widths. */
export interface Silhouette {
  /** How far the outline stands out as the viewer sees it, towards the side that the head is turned to. */
  reach: number;
  /** The same place as the head itself sees it: points with more of it are hidden. */
  across: number;
  /** Between which two points of the mesh it lies, and what share of the way from the first to the second. */
  between: readonly [number, number, number];
}

/** The outline of the far side at a height of the face. Undefined above and below it. */
export function silhouetteAt({ form, yaw }: Turned, height: number): Silhouette | undefined {
  let silhouette: Silhouette | undefined;
  const far = Math.sign(yaw) || 1;
  for (let i = 0; i < EDGES.length; i += 2) {
    const p = EDGES[i]! * 3;
    const q = EDGES[i + 1]! * 3;
    const [from, to] = [form[p + 1]! - height, form[q + 1]! - height];
    if (from * to > 0 || from === to) continue;
    const share = from / (from - to);
    const across = far * (form[p]! + (form[q]! - form[p]!) * share);
    const depth = form[p + 2]! + (form[q + 2]! - form[p + 2]!) * share;
    const reach = seenAcross(across, depth, yaw);
    if (!silhouette || reach > silhouette.reach) silhouette = { reach, across, between: [p / 3, q / 3, share] };
  }
  return silhouette;
}

/** The edges of the mesh's triangles, two points each; one that two triangles share is there once. */
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

/** How far towards the far side the viewer sees a point that lies `across` on that side. */
export function seenAcross(across: number, depth: number, yaw: number): number {
  const angle = (Math.abs(yaw) * Math.PI) / 180;
  return across * Math.cos(angle) + depth * Math.sin(angle);
}
