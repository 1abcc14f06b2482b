import { type Frame, type Planes, planeSetsOf, type PlaneSet } from '../picture/planes.ts';
import { linearStep } from '../smoothstep.ts';
import type { Overlay } from './blend-triangle.ts';
import { drawTriangles, type Drawing, type Patch } from './draw-triangles.ts';
import {
  type FaceRig,
  CAVITY_TRIANGLES,
  FACE_TRIANGLES,
  HELD_LOWER_LIP,
  OPENING_TRIANGLES,
  POINTS,
  RIM_TRIANGLES,
} from '../rig/face-rig.ts';
import { drawGaze } from './draw-gaze.ts';
import { darkenMouth, drawLashes, drawParting } from './finish-face.ts';
import { outlinePixels, type Area, softenEdge } from './soften-edge.ts';
import { softenFolds } from './soften-folds.ts';
import { undoneSmile } from '../rig/kiss-lips.ts';
import type { Expression } from '../rig/pose-face.ts';
import { smoothOutline } from './smooth-outline.ts';
import { sortByDepth } from './sort-triangles.ts';

/** The gap that opens when the jaw drops. */
const CAVITY = Uint16Array.from(CAVITY_TRIANGLES);

/**
 * Yaw at which a head's edge is blurred fully, in degrees. A head that hardly turns still meets its surroundings
 * seamlessly.
 */
const MUCH_YAW = 6;

/**
 * Face widths in film pixels between which the blur grows from 3 to 5 pixels; a wide blur would erase details of a
 * small face.
 */
const BREADTH = { from: 80, to: 160 };

type Brush = (frame: Frame, rig: FaceRig, expression: Expression) => void;

/**
 * Returns a function that draws a posed rig into a frame. `photo` is at `scale` times the film's size. `isCutOut`: what surrounds the face does not
 * belong to it, so no rim is drawn.
 */
export function createBrush(photo: Planes, scale: number, { width, height }: Planes, isCutOut = false): Brush {
  const source = new Float32Array(POINTS * 2);
  const target = new Float32Array(POINTS * 2);
  const opening: Patch = { triangles: Uint16Array.from(OPENING_TRIANGLES), source, target };
  const face: Patch = { triangles: new Uint16Array(FACE_TRIANGLES.length), source, target };
  const photoPlaneSets = planeSetsOf(photo);
  const masks = [new Uint8Array(width * height), new Uint8Array((width * height) / 4)] as const;
  const covers = masks.map(({ length }) => new Uint16Array(length));
  const beneath = photoPlaneSets.map(({ planes }, i) => planes.map(() => new Uint8Array(masks[i]!.length)));
  const overlays = photoPlaneSets.map(({ planes }) => createOverlay(planes.length));
  return (frame, rig, expression) => {
    const { jaw = 0, seal = 0, kiss = 0, leftLid = 0, rightLid = 0, yaw = 0 } = expression;
    const planeSets = planeSetsOf(frame);
    const front = sortByDepth(rig, face.triangles);
    const strength = Math.min(1, Math.abs(yaw) / MUCH_YAW - 0.3);
    const blur = { strength, breadth: linearStep(rig.head.width, BREADTH.from, BREADTH.to) };
    const area = strength > 0 ? areaOf(rig.places, frame) : undefined;
    if (rig.uncovered > 0) overlays.forEach((overlay, i) => placeOverlay(rig, photoPlaneSets[i]!, scale, overlay));
    const paint = (patch: Patch, drawing: Omit<Drawing, 'mask'> & { isMarked?: boolean }, places = rig.source) => {
      planeSets.forEach((to, i) => {
        const from = photoPlaneSets[i]!;
        placeIn(from, places, scale, source);
        placeIn(to, rig.places, 1, target);
        drawTriangles(from, to, patch, {
          ...drawing,
          mask: area && drawing.isMarked ? masks[i] : undefined,
          overlay: rig.uncovered > 0 ? overlays[i] : undefined,
        });
      });
    };
    if (!isCutOut) paint(face, { end: RIM_TRIANGLES }, rig.rimSource);
    if (area) planeSets.forEach((planeSet, i) => beginOutline(planeSet, area, masks[i]!, beneath[i]!));
    paint(face, { first: RIM_TRIANGLES, end: front, isMarked: true });
    paint(opening, { isMarked: true });
    if (jaw > 0) darkenMouth(frame, rig.places, rig.places.subarray(HELD_LOWER_LIP * 2), rig.head.width, rig.cavity);
    paint(face, { first: front, isMarked: true });
    const pairs = planeSets.map((to, i) => [photoPlaneSets[i]!, to] as const);
    drawGaze(rig, expression, pairs, (planeSet, places, isFrame, into) =>
      placeIn(planeSet, places, isFrame ? 1 : scale, into),
    );
    if (area) {
      planeSets.forEach((planeSet, i) => {
        const [mask, cover] = [masks[i]!, covers[i]!];
        const outline = outlinePixels(planeSet, mask, areaIn(planeSet, area));
        placeIn(planeSet, rig.places, 1, target);
        const drawn = [
          { triangles: face.triangles, first: RIM_TRIANGLES, places: target },
          { triangles: opening.triangles, first: 0, places: target },
          { triangles: CAVITY, first: 0, places: target },
        ];
        smoothOutline(planeSet, drawn, { outline, mask, cover, beneath: beneath[i]! });
        softenEdge(planeSet, outline, blur);
      });
    }
    softenFolds(frame, rig.places, rig.head, kiss * undoneSmile(rig.head.form));
    drawParting(frame, rig.places, rig.head.width, rig.cavity, seal);
    drawLashes(frame, rig.places, rig.head.width, rig.lashes, { left: leftLid, right: rightLid });
  };
}

function createOverlay(planes: number): Overlay {
  const values = () => new Float32Array(POINTS);
  const shifts = Array.from({ length: planes }, values);
  return { source: new Float32Array(POINTS * 2), share: values(), gain: values(), shifts };
}

/** Fills an overlay with the mirrored texture, in pixels of the given planes. */
function placeOverlay({ mirrored, uncovered }: FaceRig, planeSet: PlaneSet, scale: number, into: Overlay): void {
  placeIn(planeSet, mirrored.source, scale, into.source);
  for (let i = 0; i < POINTS; i++) into.share[i] = uncovered * mirrored.share[i]!;
  const [brightness, colours] = mirrored.gains;
  const [y, u, v] = mirrored.shifts;
  into.gain.set(planeSet.step === 1 ? brightness : colours);
  (planeSet.step === 1 ? [y] : [u, v]).forEach((shift, i) => into.shifts[i]!.set(shift));
}

/** Converts film positions to pixels of planes at `scale` times the film's size. */
function placeIn({ step }: PlaneSet, places: Float32Array, scale: number, into: Float32Array): void {
  // With 2 × 2 chroma subsampling, chroma samples lie half a luma pixel further right and down.
  const shift = step === 1 ? 0 : 0.5;
  for (let i = 0; i < into.length; i++) into[i] = ((places[i]! + 0.5) * scale - 0.5 - shift) / step;
}

/** Clears the mask and saves the pixels of the area, to compare with after drawing. */
function beginOutline(planeSet: PlaneSet, area: Area, mask: Uint8Array, beneath: readonly Uint8Array[]): void {
  const { left, right, top, bottom } = areaIn(planeSet, area);
  for (let y = top; y <= bottom; y++) {
    const [from, to] = [y * planeSet.width + left, y * planeSet.width + right + 1];
    mask.fill(0, from, to);
    planeSet.planes.forEach((pixels, plane) => beneath[plane]!.set(pixels.subarray(from, to), from));
  }
}

/** Converts an area of the film to pixels of a plane. */
function areaIn({ step }: PlaneSet, { left, right, top, bottom }: Area): Area {
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
