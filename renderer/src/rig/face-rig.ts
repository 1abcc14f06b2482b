import type { Head } from '../face/head.ts';
import { LEFT_EYE_RIMS, MOUTH_RIMS, OVAL, RIGHT_EYE_RIMS, type Rims } from '../face/landmarks.ts';
import { SKIN_TRIANGLES } from '../face/skin-triangles.ts';
import { TWINS } from '../face/twin-points.ts';
import type { Field } from '../field.ts';
import type { Size } from '../framing.ts';
import { borrowSkin, towardsFarSide, visibleOutline } from './far-side.ts';
import { findEdge } from './find-edge.ts';
import { measureLashes, type LashTones } from './finish-face.ts';
import { mirrorSkin, type Twin } from './mirror-skin.ts';
import type { Planes } from '../planes.ts';
import { poseFace, smoothDepth, turnedOffset, type Expression, type Pose } from './pose-face.ts';
import { buildShapes, type Shape, type ShapeName } from './shapes.ts';
import { freedomAt, measureSurroundings, sampleOffset, type Surroundings } from './surroundings.ts';

/** One face, ready to be moved. */
export interface FaceRig {
  head: Head;
  /** The outline as the viewer sees it at rest: points of the mesh, one for each of the contour's. */
  outline: readonly number[];
  /** How far the outline lies from its place at rest. */
  outlineOffsets: Float32Array;
  surroundings: Surroundings;
  shapes: Record<ShapeName, Shape>;
  depthsAtRest: Float32Array;
  pose: Pose;
  /** What part of the pose's offsets is due to the jaw. */
  jawDrop: Float32Array;
  /** How freely each point of the mesh moves: what lies at the picture's edge is held there. */
  freedom: Float32Array;
  /** Every point's place at rest, in film pixels: the mesh, the rim around it, and the openings' own points. */
  rest: Float32Array;
  /** The same points as they lie now. */
  places: Float32Array;
  /** Where each point's picture comes from: its place at rest, but for eyes that look aside and what a turn brings into sight. */
  source: Float32Array;
  /** The same for the rim, which shows what lies around the face. */
  rimSource: Float32Array;
  borrowed: Float32Array;
  mirrored: Mirrored;
  /** How much of what a turn to the viewer brings into sight is drawn, 0 to 1. */
  uncovered: number;
  lashes: LashTones;
}

/** For each point, its twin on the near side of the face, and what is drawn of it where the photo hides the point. */
export interface Mirrored {
  /** The twin's place at rest, in film pixels. */
  source: Float32Array;
  share: Float32Array;
  gain: Float32Array;
  u: Float32Array;
  v: Float32Array;
}

const MESH = 468;
const RIM = MESH;
const OPENINGS = RIM + OVAL.length;
const OPENING_RIMS: readonly Rims[] = [LEFT_EYE_RIMS, RIGHT_EYE_RIMS, MOUTH_RIMS];
/** The openings' points in their order: which of the mesh's they lie at, and which of them lies on the other side. */
const OPENING_POINTS = openingPoints();
/** How far outside the contour the mesh is joined to the field around it, in face widths. */
const RIM_WIDTH = 0.07;
const EDGE = 0.16;

/** What lies in the eyes and in the mouth: drawn first, for the lids and lips to slide over. */
export const OPENING_TRIANGLES: readonly number[] = openingTriangles();
/** The skin, with the rim that joins it to its surroundings. */
export const FACE_TRIANGLES: readonly number[] = [...SKIN_TRIANGLES, ...rimTriangles()];
/** How many triangles the rim has: they are drawn first. */
export const RIM_TRIANGLES = 2 * OVAL.length;
export const POINTS = OPENINGS + OPENING_RIMS.reduce((sum, { upper }) => sum + 2 * upper.length, 0);

/** The first of the points where the lower lip would be if the jaw had not dropped. */
export const HELD_LOWER_LIP = POINTS - MOUTH_RIMS.lower.length;

/** `photo` is at `scale` times the film's size. */
export function buildRig(head: Head, others: readonly Head[], size: Size, photo: Planes, scale: number): FaceRig {
  const outline = visibleOutline(head);
  const edgeWithin = findEdge(head, photo, scale);
  const rest = new Float32Array(POINTS * 2);
  rest.set(head.places);
  outline.forEach((point, i) => rest.set(outwards(head, outline, point), (RIM + i) * 2));
  rest.set(openingPlaces(head), OPENINGS * 2);
  return {
    head,
    outline,
    outlineOffsets: new Float32Array(outline.length * 2),
    surroundings: measureSurroundings(
      placesOf(outline, head),
      head.width,
      others.map((other) => placesOf(visibleOutline(other), other)),
      size,
    ),
    shapes: buildShapes(head),
    depthsAtRest: smoothDepth(head.form),
    pose: { offsets: new Float32Array(MESH * 2), depths: new Float32Array(MESH) },
    jawDrop: new Float32Array(MESH * 2),
    freedom: Float32Array.from({ length: MESH }, (_, i) =>
      freedomAt(rest[i * 2]!, rest[i * 2 + 1]!, size, EDGE * head.width),
    ),
    rest,
    places: rest.slice(),
    source: rest.slice(),
    rimSource: rest.slice(),
    borrowed: borrowSkin(head, edgeWithin),
    mirrored: placeTwins(mirrorSkin(head, edgeWithin, photo, scale), rest),
    uncovered: 0,
    lashes: measureLashes(photo, scale, head.places),
  };
}

export function moveRig(rig: FaceRig, expression: Expression): void {
  const { head, shapes, jawDrop } = rig;
  poseFace(head, rig.depthsAtRest, shapes, expression, rig.pose);
  const { offsets } = rig.pose;
  const drop = (expression.jaw ?? 0) * head.width;
  const [right, down] = head.axes;
  for (let i = 0; i < MESH * 2; i++) {
    const at = (i >> 1) * 3;
    jawDrop[i] = drop * (shapes.jaw[at]! * right[i & 1]! + shapes.jaw[at + 1]! * down[i & 1]!);
  }
  for (let i = 0; i < MESH * 2; i++) {
    offsets[i]! *= rig.freedom[i >> 1]!;
    rig.places[i] = rig.rest[i]! + offsets[i]!;
  }
  keepLidsApart(rig);
  moveOutline(rig);
  turnEyes(rig, expression.gaze ?? 0);
  uncoverFarSide(rig, expression.yaw ?? 0);
}

/** How far lids may pass each other, as a share of what the eye is open. */
const MOST_OVERLAP = 0.1;

/** A lid that shuts while the cheek pushes up from below would leave two lines of lashes: the lower lid gives way. */
function keepLidsApart({ rest, places }: FaceRig): void {
  for (const { upper, lower } of [LEFT_EYE_RIMS, RIGHT_EYE_RIMS]) {
    upper.forEach((above, i) => {
      const below = lower[i]!;
      const [x, y] = [0, 1].map((k) => rest[below * 2 + k]! - rest[above * 2 + k]!) as [number, number];
      const [dx, dy] = [0, 1].map((k) => places[below * 2 + k]! - places[above * 2 + k]!) as [number, number];
      const open = (dx * x + dy * y) / (x * x + y * y);
      if (!(open < -MOST_OVERLAP)) return;
      places[below * 2]! -= (MOST_OVERLAP + open) * x;
      places[below * 2 + 1]! -= (MOST_OVERLAP + open) * y;
    });
  }
}

/** Where a point of the contour comes out from behind the outline, the outline is there from now on. */
function moveOutline({ head, outline, outlineOffsets, places, rest }: FaceRig): void {
  const [farX, farY] = towardsFarSide(head, 1);
  outline.forEach((point, i) => {
    const hidden = OVAL[i]!;
    const ahead = (at: number) => places[at * 2]! * farX + places[at * 2 + 1]! * farY;
    const outer = ahead(hidden) > ahead(point) ? hidden : point;
    for (const k of [0, 1]) outlineOffsets[i * 2 + k] = places[outer * 2 + k]! - rest[point * 2 + k]!;
  });
}

/** A turn of so many degrees to the viewer shows what was hidden. */
const UNCOVERING = 4;

function uncoverFarSide(rig: FaceRig, yaw: number): void {
  const { head, outline, rest, source, rimSource, borrowed } = rig;
  rig.uncovered = Math.max(0, Math.min(1, (-Math.sign(head.yaw) * yaw) / UNCOVERING));
  for (let i = 0; i < borrowed.length; i++) source[i] = rest[i]! + rig.uncovered * borrowed[i]!;
  OVAL.forEach((point, i) => {
    if (outline[i] === point) return;
    for (const k of [0, 1]) {
      const [own, seen, beyond] = [point, outline[i]!, RIM + i].map((at) => rest[at * 2 + k]!) as [
        number,
        number,
        number,
      ];
      rimSource[point * 2 + k] = own + rig.uncovered * (seen + RIM_FROM * (beyond - seen) - own);
    }
  });
}

/** From so far on the rim shows what is behind a contour that comes out: 0 at the outline, 1 at the rim's end. */
const RIM_FROM = 0.5;
/** At the rim the twins' skin has been gone for long: it ends soon beyond the contour. */
const BEYOND_CONTOUR = -2;

/** The points of the openings take from those of the other eye, or of the mouth's other side, what their rims do. */
function placeTwins(twins: readonly Twin[], rest: Float32Array): Mirrored {
  const values = () => new Float32Array(POINTS);
  const mirrored = { source: rest.slice(), share: values(), gain: values().fill(1), u: values(), v: values() };
  const set = (at: number, twin: number, { share, light }: Twin) => {
    mirrored.source.set(rest.subarray(twin * 2, twin * 2 + 2), at * 2);
    mirrored.share[at] = share;
    mirrored.gain[at] = light.gain;
    mirrored.u[at] = light.u;
    mirrored.v[at] = light.v;
  };
  for (const twin of twins) {
    set(twin.point, TWINS[twin.point]!, twin);
    OPENING_POINTS.forEach(({ point, opposite }, i) => {
      if (point === twin.point) set(OPENINGS + i, OPENINGS + opposite, twin);
    });
    const onContour = OVAL.indexOf(twin.point);
    if (onContour !== -1) set(RIM + onContour, TWINS[twin.point]!, { ...twin, share: BEYOND_CONTOUR * twin.share });
  }
  return mirrored;
}

/** How far an iris goes, as a share of the eye's length. */
const GAZE = 0.13;

/**
 * Eyes look aside: what lies between the lids is taken from a little further along the eye, most of it in the middle and
 * none at the corners, so that the iris goes and the white on its one side gives way to that on the other.
 */
function turnEyes({ rest, source }: FaceRig, gaze: number): void {
  let at = OPENINGS;
  for (const rims of OPENING_RIMS) {
    for (const rim of [rims.upper, rims.lower]) {
      rim.forEach((_, i) => {
        if (rims !== MOUTH_RIMS) {
          const share = i / (rim.length - 1);
          const from = (share - GAZE * gaze * 4 * share * (1 - share)) * (rim.length - 1);
          const left = Math.max(0, Math.min(rim.length - 2, Math.floor(from)));
          for (const k of [0, 1]) {
            const [a, b] = [rest[(at + left) * 2 + k]!, rest[(at + left + 1) * 2 + k]!];
            source[(at + i) * 2 + k] = a + (b - a) * (from - left);
          }
        }
      });
      at += rim.length;
    }
  }
}

/** Joins the rim to the field around it, and puts what lies in the openings in its place. */
export function settleRig(rig: FaceRig, expression: Expression, fieldOffsets: Float32Array, field: Field): void {
  const { rest, places } = rig;
  const offset = { x: 0, y: 0 };
  for (let i = RIM; i < OPENINGS; i++) {
    sampleOffset(fieldOffsets, field, rest[i * 2]!, rest[i * 2 + 1]!, offset);
    places[i * 2] = rest[i * 2]! + offset.x;
    places[i * 2 + 1] = rest[i * 2 + 1]! + offset.y;
  }
  holdOpenings(rig, expression);
}

/** Eyes turn with the head, whatever the lids do. Teeth follow the lips, but the lower lip leaves them as the jaw drops. */
function holdOpenings(
  { head, depthsAtRest, rest, places, freedom, pose: { offsets }, jawDrop }: FaceRig,
  expression: Expression,
): void {
  let at = OPENINGS;
  for (const rims of OPENING_RIMS) {
    for (const rim of [rims.upper, rims.lower]) {
      for (const point of rim) {
        const turned = rims === MOUTH_RIMS ? undefined : turnedOffset(head, depthsAtRest, expression, point);
        for (const k of [0, 1] as const) {
          const offset = turned ? turned[k] * freedom[point]! : offsets[point * 2 + k]! - jawDrop[point * 2 + k]!;
          places[at * 2 + k] = rest[at * 2 + k]! + offset;
        }
        at++;
      }
    }
  }
}

function placesOf(points: readonly number[], { places }: Head): Float32Array {
  return Float32Array.from(points.flatMap((point) => [places[point * 2]!, places[point * 2 + 1]!]));
}

function outwards({ places, width }: Head, outline: readonly number[], point: number): [number, number] {
  let [x, y] = [0, 0];
  for (const each of outline) {
    x += places[each * 2]! / outline.length;
    y += places[each * 2 + 1]! / outline.length;
  }
  const [dx, dy] = [places[point * 2]! - x, places[point * 2 + 1]! - y];
  const factor = 1 + (RIM_WIDTH * width) / Math.hypot(dx, dy);
  return [x + dx * factor, y + dy * factor];
}

/** Eyes are taken a little wider than they are open, or a gap would show where the lids turn further than the eye. */
const WIDER = 0.06;

function openingPlaces({ places }: Head): number[] {
  return OPENING_RIMS.flatMap((rims) =>
    [
      [rims.upper, rims.lower],
      [rims.lower, rims.upper],
    ].flatMap(([rim, other]) =>
      rim!.flatMap((point, i) =>
        [0, 1].map((k) => {
          const [own, opposite] = [places[point * 2 + k]!, places[other![i]! * 2 + k]!];
          return own + (rims === MOUTH_RIMS ? 0 : WIDER * (own - opposite));
        }),
      ),
    ),
  );
}

function openingPoints(): { point: number; opposite: number }[] {
  const points = OPENING_RIMS.flatMap(({ upper, lower }) =>
    [upper, lower].flatMap((rim, row) => rim.map((point) => ({ point, row }))),
  );
  return points.map(({ point, row }) => ({
    point,
    opposite: points.findIndex((other) => other.point === TWINS[point] && other.row === row),
  }));
}

function openingTriangles(): number[] {
  const triangles: number[] = [];
  let at = OPENINGS;
  for (const { upper } of OPENING_RIMS) {
    const below = at + upper.length;
    for (let i = 0; i + 1 < upper.length; i++) {
      triangles.push(at + i, at + i + 1, below + i, at + i + 1, below + i + 1, below + i);
    }
    at = below + upper.length;
  }
  return triangles;
}

function rimTriangles(): number[] {
  return OVAL.flatMap((point, i) => {
    const next = (i + 1) % OVAL.length;
    return [point, OVAL[next]!, RIM + i, OVAL[next]!, RIM + next, RIM + i];
  });
}
