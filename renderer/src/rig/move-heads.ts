import { createComposer } from '../compose-frame.ts';
import type { Head } from '../face/head.ts';
import { CELL, createField, type Field } from '../field.ts';
import type { Frame, Planes } from '../planes.ts';
import { share } from '../share.ts';
import type { Overlay } from './blend-triangle.ts';
import { buildRig } from './build-rig.ts';
import { drawTriangles, type Drawing, type Patch } from './draw-triangles.ts';
import type { FaceRig } from './face-rig.ts';
import { darkenMouth, drawLashes } from './finish-face.ts';
import { moveRig, settleRig } from './move-rig.ts';
import type { Expression } from './pose-face.ts';
import { FACE_TRIANGLES, HELD_LOWER_LIP, OPENING_TRIANGLES, POINTS, RIM_TRIANGLES } from './rig-points.ts';
import { softenEdge, type Area } from './soften-edge.ts';
import { follow, invert } from './surroundings.ts';
import { BLACK } from './tone.ts';

/** Makes the frames of a film in which heads move and all else keeps still. */
export interface HeadMover {
  /** Changes what has to change in `frame`, which holds the frame before; one expression for each head. */
  draw(frame: Frame, expressions: readonly Expression[]): void;
}

/** `photo` is at `scale` times the film's size. */
export function createHeadMover(photo: Planes, scale: number, heads: readonly Head[], frame: Frame): HeadMover {
  const rigs = heads.map((head) =>
    buildRig(
      head,
      heads.filter((other) => other !== head),
      frame,
      photo,
      scale,
    ),
  );
  const field = createField(frame.width, frame.height);
  rest(field);
  const composer = createComposer({ photo, scale, subject: undefined }, field);
  composer.compose(frame, field, field);
  const offsets = new Float32Array(field.x.length * 2);
  const touched = rigs.map(({ surroundings }) => surroundings.nodes);
  const active = cellsAround(touched, field);
  const brush = createBrush(photo, scale, frame);
  return {
    draw(target, expressions) {
      offsets.fill(0);
      rigs.forEach((rig, i) => {
        moveRig(rig, expressions[i]!);
        follow(rig.surroundings, rig.outlineOffsets, offsets);
      });
      invert(offsets, touched, field);
      composer.compose(target, field, field, active);
      rigs.forEach((rig, i) => {
        settleRig(rig, expressions[i]!, offsets, field);
        brush(target, rig, expressions[i]!);
      });
    },
  };
}

function rest(field: Field): void {
  for (let node = 0; node < field.x.length; node++) {
    field.x[node] = (node % field.columns) * CELL;
    field.y[node] = Math.floor(node / field.columns) * CELL;
  }
}

/** Marks the cells that have a corner among the nodes. */
function cellsAround(touched: readonly Int32Array[], { columns, x }: Field): Uint8Array {
  const active = new Uint8Array(x.length);
  for (const nodes of touched) {
    for (const node of nodes) {
      for (const cell of [node, node - 1, node - columns, node - columns - 1]) if (cell >= 0) active[cell] = 1;
    }
  }
  return active;
}

/** A head that hardly turns lies edge to edge with its surroundings, as in the photo; one that turns so far does not. Degrees. */
const MUCH_YAW = 6;

/** Pixels are larger on a small face: blurred as much as a large one, its far side would lose the corner of the mouth. */
const SOFTNESS = { ofSmall: 0.4, from: 80, to: 160 };

function softness({ width }: Head): number {
  const { ofSmall, from, to } = SOFTNESS;
  return ofSmall + (1 - ofSmall) * share(width, from, to);
}

type Brush = (frame: Frame, rig: FaceRig, expression: Expression) => void;

function createBrush(photo: Planes, scale: number, { width, height }: Planes): Brush {
  const source = new Float32Array(POINTS * 2);
  const target = new Float32Array(POINTS * 2);
  const opening: Patch = { triangles: Uint16Array.from(OPENING_TRIANGLES), source, target };
  const face: Patch = { triangles: new Uint16Array(FACE_TRIANGLES.length), source, target };
  const lumaMask = new Uint8Array(width * height);
  const chromaMask = new Uint8Array((width * height) / 4);
  const maskOf = (name: PlaneName) => (name === 'y' ? lumaMask : chromaMask);
  const values = () => new Float32Array(POINTS);
  const overlay: Overlay = { source: new Float32Array(POINTS * 2), share: values(), gain: values(), shift: values() };
  return (frame, rig, { jaw = 0, leftLid = 0, rightLid = 0, yaw = 0 }) => {
    const front = sortByDepth(rig, face.triangles);
    const strength = softness(rig.head) * Math.min(1, Math.abs(yaw) / MUCH_YAW - 0.3);
    const area = strength > 0 ? areaOf(rig.places, frame) : undefined;
    const paint = (patch: Patch, drawing: Omit<Drawing, 'mask'> & { isMarked?: boolean }, places = rig.source) => {
      for (const name of PLANE_NAMES) {
        const step = stepOf(name);
        toPlane(places, name, scale, source);
        toPlane(rig.places, name, 1, target);
        const from = { width: photo.width / step, height: photo.height / step, pixels: photo[name] };
        const to = { width: width / step, height: height / step, pixels: frame[name] };
        drawTriangles(from, to, patch, {
          ...drawing,
          mask: area && drawing.isMarked ? maskOf(name) : undefined,
          overlay: rig.uncovered > 0 ? overlayOf(rig, name, scale, overlay) : undefined,
        });
      }
    };
    paint(face, { end: RIM_TRIANGLES }, rig.rimSource);
    if (area)
      for (const name of ['y', 'u'] as const) clearMask(maskOf(name), width / stepOf(name), inPlane(area, name));
    paint(face, { first: RIM_TRIANGLES, end: front, isMarked: true });
    paint(opening, { isMarked: true });
    if (jaw > 0) darkenMouth(frame, rig.places, rig.places.subarray(HELD_LOWER_LIP * 2), rig.cavity);
    paint(face, { first: front, isMarked: true });
    for (const name of area ? PLANE_NAMES : []) {
      const step = stepOf(name);
      const plane = { width: width / step, height: height / step, pixels: frame[name] };
      softenEdge(plane, maskOf(name), inPlane(area!, name), strength);
    }
    drawLashes(frame, rig.places, rig.head.width, rig.lashes, { left: leftLid, right: rightLid });
  };
}

/** Of what a turn brings into sight, in the pixels of one of the photo's planes. */
function overlayOf({ mirrored, uncovered }: FaceRig, name: PlaneName, scale: number, into: Overlay): Overlay {
  toPlane(mirrored.source, name, scale, into.source);
  for (let i = 0; i < POINTS; i++) {
    into.share[i] = uncovered * mirrored.share[i]!;
    into.gain[i] = name === 'y' ? mirrored.gain[i]! : 1;
    into.shift[i] = name === 'y' ? BLACK * (1 - mirrored.gain[i]!) : mirrored[name][i]!;
  }
  return into;
}

const PLANE_NAMES = ['y', 'u', 'v'] as const;
type PlaneName = (typeof PLANE_NAMES)[number];

/** How many pixels of the picture lie side by side in one of a plane. */
function stepOf(name: PlaneName): number {
  return name === 'y' ? 1 : 2;
}

/** Places in the film as pixels of a plane that is at `scale` times the film's size. */
function toPlane(places: Float32Array, name: PlaneName, scale: number, into: Float32Array): void {
  const step = stepOf(name);
  // Centres of luma and chroma pixels lie half a pixel apart, in the film as in the photo.
  const shift = step === 1 ? 0 : 0.5;
  for (let i = 0; i < into.length; i++) into[i] = ((places[i]! + 0.5) * scale - 0.5 - shift) / step;
}

function clearMask(mask: Uint8Array, width: number, { left, right, top, bottom }: Area): void {
  for (let y = top; y <= bottom; y++) mask.fill(0, y * width + left, y * width + right + 1);
}

/** An area of the film in the pixels of a plane. */
function inPlane({ left, right, top, bottom }: Area, name: PlaneName): Area {
  const step = stepOf(name);
  const at = (pixel: number) => Math.floor(pixel / step);
  return { left: at(left), top: at(top), right: at(right), bottom: at(bottom) };
}

function areaOf(places: Float32Array, { width, height }: Planes): Area {
  const area: Area = { left: width, top: height, right: 0, bottom: 0 };
  for (let i = 0; i < places.length; i += 2) {
    area.left = Math.min(area.left, places[i]!);
    area.right = Math.max(area.right, places[i]!);
    area.top = Math.min(area.top, places[i + 1]!);
    area.bottom = Math.max(area.bottom, places[i + 1]!);
  }
  return {
    left: Math.max(0, Math.floor(area.left) - 1),
    top: Math.max(0, Math.floor(area.top) - 1),
    right: Math.min(width - 1, Math.ceil(area.right) + 1),
    bottom: Math.min(height - 1, Math.ceil(area.bottom) + 1),
  };
}

/**
 * What is nearer to the viewer is drawn later; the rim around the face first of all, and then the skin that is seen from
 * behind, as the far temple through the hole of an eye. Returns where the skin begins that is seen from before.
 */
function sortByDepth({ head: { form }, places, pose: { depths } }: FaceRig, into: Uint16Array): number {
  const count = FACE_TRIANGLES.length / 3;
  const keys = new Float32Array(count);
  let behind = 0;
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [FACE_TRIANGLES[i * 3]!, FACE_TRIANGLES[i * 3 + 1]!, FACE_TRIANGLES[i * 3 + 2]!];
    keys[i] = RIM_KEY;
    if (i >= count - RIM_TRIANGLES) continue;
    keys[i] = depths[a]! + depths[b]! + depths[c]!;
    if (winding(form, 3, a, b, c) * winding(places, 2, a, b, c) >= 0) continue;
    keys[i]! += BEHIND_KEY;
    behind++;
  }
  const order = Array.from({ length: count }, (_, i) => i).toSorted((a, b) => keys[a]! - keys[b]!);
  order.forEach((triangle, i) => {
    for (let corner = 0; corner < 3; corner++) into[i * 3 + corner] = FACE_TRIANGLES[triangle * 3 + corner]!;
  });
  return RIM_TRIANGLES + behind;
}

/** Before all depths, which are some face widths at most. */
const RIM_KEY = -200;
const BEHIND_KEY = -100;

/** Which way round a triangle goes, by its sign; `step` numbers make a point, of which two are looked at. */
function winding(points: Float32Array, step: number, a: number, b: number, c: number): number {
  const [x, y] = [points[a * step]!, points[a * step + 1]!];
  return (points[b * step]! - x) * (points[c * step + 1]! - y) - (points[b * step + 1]! - y) * (points[c * step]! - x);
}
