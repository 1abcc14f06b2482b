import type { Cascade } from './cascade.ts';
import type { Size } from '../picture/framing.ts';
import type { Rgb } from '../picture/sample-crop.ts';
import type { SubjectMask } from '../layers/subject-mask.ts';
import { findAnimalFaces, type AnimalFace } from './find-animal-face.ts';

/**
 * An animal's head. Head coordinates run right and down from the centre of the face; the unit is the side of its
 * square.
 */
export interface Animal extends AnimalFace {
  /** The ears that stand out above the head, from left to right in the picture. */
  ears: Ear[];
  /** Height of the highest point of head and ears; at most 1.4 above the middle. */
  crown: number;
}

/** An ear in head coordinates. */
export interface Ear {
  tip: Point;
  /** Height of the skull between the ears. */
  skull: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Mask value above which a pixel belongs to the subject. */
const SOLID = 77;
/** Minimum share of the face inside the subject; a face with less belongs to the background. */
const MIN_ON_SUBJECT = 0.6;
/** Width of the face relative to the subject there: less is an eye or a nose, more reaches beyond the subject. */
const SHARE_OF_SUBJECT = { least: 0.4, most: 1.3 };
/** Minimum height of an ear above the skull. */
const MIN_EAR = 0.1;
/** Minimum height of an ear as a share of the photo's shorter side: a smaller one would hardly be seen to twitch. */
const MIN_EAR_IN_PHOTO = 0.045;
/** Distances from the middle between which tips of ears are searched. */
const EAR_REACH = { least: 0.15, most: 0.75 };
const STEP = 0.02;
/** Border of the film in which almost nothing moves, as a share of its sides. */
const EDGE = 0.02;

/** The largest animal face that the cascade finds on the subject, with its ears; undefined if there is none. */
export function findAnimal(photo: Rgb, mask: SubjectMask, cascade: Cascade): Animal | undefined {
  const faces = findAnimalFaces(photo, cascade, (x, y) => isOn(mask, photo, x, y));
  return animalOf(faces, mask, photo);
}

/** The largest of these faces that belongs to the subject, with its ears; undefined if none does. */
export function animalOf(faces: readonly AnimalFace[], mask: SubjectMask, photo: Size): Animal | undefined {
  const heads = faces.map((face) => headOn(face, mask, photo)).filter(isOfSubject);
  const [largest] = heads.toSorted((a, b) => b.face.side - a.face.side);
  if (!largest) return undefined;
  const lowest = (MIN_EAR_IN_PHOTO * Math.min(photo.width, photo.height)) / largest.face.side;
  const ears = earsOf(largest).filter(({ tip, skull }) => skull - tip.y >= lowest);
  return { ...largest.face, ears, crown: crownOf(largest) };
}

/** Height of the top of an animal's head in the picture. */
export function topOfHead(animal: Animal): number {
  return onHead(animal, { x: 0, y: animal.crown }).y;
}

/** Converts a point from head coordinates to the picture's. */
export function onHead({ x, y, side, angle }: AnimalFace, point: Point): Point {
  return {
    x: x + side * (point.x * Math.cos(angle) - point.y * Math.sin(angle)),
    y: y + side * (point.x * Math.sin(angle) + point.y * Math.cos(angle)),
  };
}

/** Maps an animal from the photo to the film by `place`. Ears with a tip outside the film are dropped. */
export function placeAnimal(animal: Animal, place: (x: number, y: number) => [number, number], film: Size): Animal {
  const [x, y] = place(animal.x, animal.y);
  const side = place(animal.x + animal.side, animal.y)[0] - x;
  const placed = { ...animal, x, y, side };
  const isInside = ({ tip }: Ear) => {
    const at = onHead(placed, tip);
    return at.y > EDGE * film.height && at.x > EDGE * film.width && at.x < (1 - EDGE) * film.width;
  };
  return { ...placed, ears: animal.ears.filter(isInside) };
}

interface Head {
  face: AnimalFace;
  /** Whether a point in head coordinates belongs to the subject. */
  has: (x: number, y: number) => boolean;
}

function headOn(face: AnimalFace, mask: SubjectMask, photo: Size): Head {
  return {
    face,
    has: (x, y) => {
      const at = onHead(face, { x, y });
      return isOn(mask, photo, at.x, at.y);
    },
  };
}

/** Whether a point of the photo belongs to the subject. */
function isOn({ width, height, alpha }: SubjectMask, photo: Size, x: number, y: number): boolean {
  const column = Math.floor((x / photo.width) * width);
  const row = Math.floor((y / photo.height) * height);
  return column >= 0 && row >= 0 && column < width && row < height && alpha[row * width + column]! > SOLID;
}

function isOfSubject({ has }: Head): boolean {
  const marks = Array.from({ length: 8 }, (_, i) => (i + 0.5) / 8 - 0.5);
  const covered = marks.flatMap((y) => marks.filter((x) => has(x, y))).length / marks.length ** 2;
  const width = reach((far) => has(-far, 0), 2) + reach((far) => has(far, 0), 2);
  return covered >= MIN_ON_SUBJECT && width <= 1 / SHARE_OF_SUBJECT.least && width >= 1 / SHARE_OF_SUBJECT.most;
}

function earsOf(head: Head): Ear[] {
  const skull = topAt(head, 0);
  return [-1, 1].flatMap((side) => {
    let tip = { x: 0, y: 0 };
    for (let x = EAR_REACH.least; x <= EAR_REACH.most; x += STEP) {
      const y = topAt(head, side * x);
      if (y < tip.y) tip = { x: side * x, y };
    }
    return tip.y < skull - MIN_EAR ? [{ tip, skull }] : [];
  });
}

function crownOf(head: Head): number {
  let crown = 0;
  for (let x = -EAR_REACH.most; x <= EAR_REACH.most; x += STEP) crown = Math.min(crown, topAt(head, x));
  return crown;
}

/** Where the subject ends above (`x`, 0). */
function topAt({ has }: Head, x: number): number {
  return -reach((far) => has(x, -far), 1.4);
}

/** Distance from 0 to the end of the subject, at most `most`. */
function reach(isOn: (far: number) => boolean, most: number): number {
  let far = 0;
  while (far < most && isOn(far + STEP)) far += STEP;
  return far;
}
