import type { Cascade } from './cascade.ts';
import type { Size } from '../picture/framing.ts';
import type { Rgb } from '../picture/sample-crop.ts';
import type { SubjectMask } from '../layers/subject-mask.ts';
import { findAnimalFaces, type AnimalFace } from './find-animal-face.ts';

/** An animal's head. Its own coordinates run to the right and down from the middle of the face, in sides of its square. */
export interface Animal extends AnimalFace {
  /** Its ears that stand out above the head, from the left of the picture. */
  ears: Ear[];
}

/** In the head's own coordinates. */
export interface Ear {
  tip: Point;
  /** The height of the skull between the ears. */
  skull: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Alpha of the mask above which a pixel is the animal's. */
const SOLID = 77;
/** A face of which less lies on the subject is something in the background. */
const MIN_ON_SUBJECT = 0.6;
/** The face's side as a share of the subject's width there: less is an eye or a nose, more is not all of the subject's. */
const SHARE_OF_SUBJECT = { least: 0.4, most: 1.3 };
/** How far an ear stands out above the skull, at least. */
const MIN_EAR = 0.1;
/** How far from the middle the tips of ears are looked for. */
const EAR_REACH = { least: 0.15, most: 0.75 };
const STEP = 0.02;
/** The share of the film's sides beside its edges in which next to nothing moves. */
const EDGE = 0.02;

/** The largest animal's face that belongs to the subject, with its ears; undefined where there is none. */
export function findAnimal(photo: Rgb, mask: SubjectMask, cascade: Cascade): Animal | undefined {
  const faces = findAnimalFaces(photo, cascade, (x, y) => isOn(mask, photo, x, y));
  const heads = faces.map((face) => headOn(face, mask, photo)).filter(isOfSubject);
  const [largest] = heads.toSorted((a, b) => b.face.side - a.face.side);
  return largest && { ...largest.face, ears: earsOf(largest) };
}

/** Brings a point of a head from its own coordinates to the picture's. */
export function onHead({ x, y, side, angle }: AnimalFace, point: Point): Point {
  return {
    x: x + side * (point.x * Math.cos(angle) - point.y * Math.sin(angle)),
    y: y + side * (point.x * Math.sin(angle) + point.y * Math.cos(angle)),
  };
}

/** Brings an animal from the photo to the film, by `place`. An ear whose tip is not in the film is none that could move. */
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
  /** Whether a point in the head's own coordinates is the subject's. */
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

/** Whether a point of the photo is the subject's. */
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

function earsOf({ has }: Head): Ear[] {
  const top = (x: number) => -reach((far) => has(x, -far), 1.4);
  const skull = top(0);
  return [-1, 1].flatMap((side) => {
    let tip = { x: 0, y: 0 };
    for (let x = EAR_REACH.least; x <= EAR_REACH.most; x += STEP) {
      const y = top(side * x);
      if (y < tip.y) tip = { x: side * x, y };
    }
    return tip.y < skull - MIN_EAR ? [{ tip, skull }] : [];
  });
}

/** How far one can go, up to `most`, and still be on the subject. */
function reach(isOn: (far: number) => boolean, most: number): number {
  let far = 0;
  while (far < most && isOn(far + STEP)) far += STEP;
  return far;
}
