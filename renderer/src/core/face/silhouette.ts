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
  let silhouette: Silhouette | undefined;
  const far = Math.sign(yaw) || 1;
  for (const i of edgesAround(form, height)) {
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

const BANDS = 64;

/** The edges of one face by height: each band lists, in order, all that reach into it. */
interface Bands {
  top: number;
  bottom: number;
  edges: readonly (readonly number[])[];
}

const bandsOf = new WeakMap<Float32Array, Bands>();

/** Indices in `EDGES` of all edges that may cross a height, and few others: a face is asked for hundreds of heights. */
function edgesAround(form: Float32Array, height: number): readonly number[] {
  let bands = bandsOf.get(form);
  if (!bands) bandsOf.set(form, (bands = sortIntoBands(form)));
  return height < bands.top || height > bands.bottom ? [] : (bands.edges[bandOf(bands, height)] ?? []);
}

function sortIntoBands(form: Float32Array): Bands {
  const heights = Array.from({ length: POINTS }, (_, point) => form[point * 3 + 1]!);
  const range = { top: Math.min(...heights), bottom: Math.max(...heights) };
  const edges = Array.from({ length: BANDS }, (): number[] => []);
  for (let i = 0; i < EDGES.length; i += 2) {
    const ends = [heights[EDGES[i]!]!, heights[EDGES[i + 1]!]!] as const;
    const last = bandOf(range, Math.max(...ends));
    for (let band = bandOf(range, Math.min(...ends)); band <= last; band++) edges[band]!.push(i);
  }
  return { ...range, edges };
}

function bandOf({ top, bottom }: Pick<Bands, 'top' | 'bottom'>, height: number): number {
  return Math.min(BANDS - 1, Math.floor(((height - top) / (bottom - top || 1)) * BANDS));
}

/** Visible distance towards the far side of a point at `across` and `depth` in head coordinates; `yaw` in degrees. */
export function seenAcross(across: number, depth: number, yaw: number): number {
  const angle = (Math.abs(yaw) * Math.PI) / 180;
  return across * Math.cos(angle) + depth * Math.sin(angle);
}
