import type { Model } from '../model.ts';
import type { MeshFit } from '../face/fit-mesh.ts';
import { CHIN, FOREHEAD, LEFT_EDGE, RIGHT_EDGE } from '../face/landmarks.ts';
import { type Body, findBody, type Joint, landmarkOf, LEFT, type Point, RIGHT } from './find-body.ts';
import { fitHand, HAND, type HandFit, pointOf } from './fit-hand.ts';
import type { Crop, Pyramid } from '../picture/sample-crop.ts';
import type { Size } from '../picture/framing.ts';

export interface BodyModels {
  /** MediaPipe's BlazePose. */
  body: Model;
  /** MediaPipe's hand landmarks. */
  hand: Model;
}

/** A raised, open hand with its forearm, in pixels of the picture. */
export interface Arm {
  /** What the forearm turns about: the elbow, which may be outside the picture. */
  pivot: Point;
  /** How far the forearm is seen: the elbow, or where the picture cuts the forearm. */
  end: Point;
  wrist: Point;
  /** See `HandFit`. */
  hand: Float32Array;
  /** Width of the palm as seen from the front. */
  palm: number;
  /** Distance of the person's shoulders. */
  shoulders: number;
  /** How far the hand moves aside, too, with each radian of a turn: a forearm that points at the viewer gets longer as it leans. */
  shift: number;
  /** How far the forearm can turn without leaving the picture or covering a face. Radians, clockwise; -π to π. */
  room: { from: number; to: number };
}

/** People whose arms are searched for, those with the largest faces. */
const MAX_PEOPLE = 3;
const MIN_CONFIDENCE = 0.7;
/** A wrist that the body's model sees less is hidden; one that hangs or lies is kept, as it may touch a raised one. */
const MIN_VISIBILITY = 0.1;
/** Minimum length of a hand in pixels of a picture whose short side has 1080: in a smaller one fingers cannot be told apart. */
const MIN_HAND = 60 / 1080;
/** Distance that all of a hand keeps from the border, as a share of the short side. */
const MARGIN = 0.008;
/** How far the model for hands and that for bodies may place a wrist apart, in widths of the palm. */
const SAME_WRIST = 1.3;
/** A raised forearm points up within this angle, and the hand continues it within the other. Radians. */
const RAISED = 1.15;
const BENT_WRIST = 1.1;
/** An arm that points this far from up hangs, whatever its hand's landmarks add. */
const HANGING = 2;
/** Largest angle between a waving hand and straight up, in radians. All hands that were seen to wave are within 0.6; one that held a child was at 0.77. */
const UPRIGHT = 0.7;
/** Fingers, without the thumb, that an open hand stretches; with fewer it may hold something, such as a telephone. */
const MIN_STRETCHED = 3;
/** An arm whose wrist can travel less than the first from side to side does not wave; none travels further than the second. Shoulder widths. */
const MIN_TRAVEL = 0.3;
const FULL_TRAVEL = 0.48;
/** The hand moves aside by at most so many lengths of the forearm with each radian. */
const MAX_SHIFT = 2.4;
/** Largest angle of the forearm to one side, and from side to side; beyond, the bend at the elbow would look broken. Radians. */
const MAX_TURN = 0.65;
export const MAX_SWING = 1;
/** Length of a forearm whose elbow is outside the picture, where the model only guesses it, in widths of the palm. */
const UNSEEN_FOREARM = { least: 2.4, most: 4.2 };
/** An elbow this close to the border is taken as outside, in widths of the palm: the model places one that it does not see just inside. */
const AT_BORDER = 0.5;
/** A forearm that is seen as a whole and shorter than this points at the viewer, and is seen below the hand. In widths of the palm. */
const MIN_FOREARM = 1.1;
const BELOW_HAND = 0.6;
/** Of a forearm that the picture cuts, at least so much is seen, in widths of the palm. */
const MIN_STUB = 0.12;
/** Where the middle of a hand is beyond the wrist, and how wide a crop shows all of it, in lengths of the forearm. */
const BEYOND_WRIST = 0.4;
const HAND_CROP = 1.7;
/** A moving hand may pass before the rim of a face for a moment: the oval that stays free is this much smaller. */
const RIM = 0.85;

/** Finds all arms that can wave. A hand before a face, a hand that touches another, or one at the border cannot. */
export async function findArms(pyramid: Pyramid, faces: readonly MeshFit[], models: BodyModels): Promise<Arm[]> {
  const picture = pyramid[0]!;
  const hands: FoundHand[] = [];
  const late: FoundHand[] = [];
  for (const face of faces.slice(0, MAX_PEOPLE)) {
    const body = await findBody(models.body, pyramid, face);
    if (!body) continue;
    for (const side of [LEFT, RIGHT]) {
      const [elbow, wrist] = [body.joints[side.elbow]!, body.joints[side.wrist]!];
      if (wrist.visibility < MIN_VISIBILITY || hangsApart(body, side)) continue;
      const shoulders = shoulderWidth(body, face);
      const { points, confidence } = await fitHand(models.hand, pyramid, cropOfHand(body, side));
      if (confidence >= MIN_CONFIDENCE) hands.push({ points, elbow, wrist, shoulders });
      else if (isRaised(elbow, wrist)) {
        const beyond = await fitHand(models.hand, pyramid, cropBeyond(elbow, wrist));
        if (beyond.confidence >= MIN_CONFIDENCE) late.push({ points: beyond.points, elbow, wrist, shoulders });
      }
    }
  }
  // A second look may have found the same hand again, which would seem to touch itself.
  for (const hand of late) if (!hands.some((other) => touches(hand.points, other.points))) hands.push(hand);
  return hands
    .filter((one) => !hands.some((other) => other !== one && touches(one.points, other.points)))
    .flatMap((hand) => describeArm(hand, picture, faces) ?? []);
}

/** Whether an arm hangs so far from the other hand that its own need not be looked at. */
function hangsApart({ joints }: Body, { elbow, wrist }: typeof LEFT | typeof RIGHT): boolean {
  const [at, from] = [joints[wrist]!, joints[elbow]!];
  const isLow = Math.abs(Math.atan2(at.x - from.x, from.y - at.y)) > HANGING;
  const other = joints[LEFT.wrist + RIGHT.wrist - wrist]!;
  return isLow && distance(at, other) > distance(joints[LEFT.shoulder]!, joints[RIGHT.shoulder]!);
}

/** A hand with what its body says of the arm. */
type FoundHand = Pick<HandFit, 'points'> & { elbow: Joint; wrist: Joint; shoulders: number };

function cropOfHand({ joints }: Body, side: typeof LEFT | typeof RIGHT): Crop {
  const [wrist, index, little] = [joints[side.wrist]!, joints[side.index]!, joints[side.little]!];
  const x = (2 * index.x + little.x) / 3;
  const y = (2 * index.y + little.y) / 3;
  return {
    x,
    y,
    side: 5.4 * Math.hypot(x - wrist.x, y - wrist.y),
    angle: Math.PI / 2 + Math.atan2(y - wrist.y, x - wrist.x),
  };
}

/** Where a forearm points: the body's model may see no fingers of a hand that is high above the head. */
function cropBeyond(elbow: Point, wrist: Point): Crop {
  const [right, down] = [wrist.x - elbow.x, wrist.y - elbow.y];
  return {
    x: wrist.x + BEYOND_WRIST * right,
    y: wrist.y + BEYOND_WRIST * down,
    side: HAND_CROP * Math.hypot(right, down),
    angle: Math.PI / 2 + Math.atan2(down, right),
  };
}

function isRaised(elbow: Point, wrist: Point): boolean {
  return Math.abs(Math.atan2(wrist.x - elbow.x, elbow.y - wrist.y)) <= RAISED;
}

/** Undefined if the arm cannot wave. */
function describeArm(
  { points, elbow: jointElbow, wrist: jointWrist, shoulders }: FoundHand,
  picture: Size,
  faces: readonly MeshFit[],
): Arm | undefined {
  const short = Math.min(picture.width, picture.height);
  const wrist = pointOf(points, HAND.wrist);
  const knuckles = pointOf(points, HAND.middle);
  const palm = palmWidth(points);
  if (extent(points) < MIN_HAND * short) return undefined;
  if (!isInside(points, picture, MARGIN * short)) return undefined;
  if (distance(wrist, jointWrist) > SAME_WRIST * palm) return undefined;
  const elbow = findElbow(picture, { wrist, knuckles }, jointElbow, palm);
  if (!isRaised(elbow, wrist)) return undefined;
  if (angleBetween(elbow, wrist, knuckles) > BENT_WRIST) return undefined;
  if (Math.abs(Math.atan2(knuckles.x - wrist.x, wrist.y - knuckles.y)) > UPRIGHT) return undefined;
  if (stretchedFingers(points) < MIN_STRETCHED) return undefined;
  const forearm = traceForearm(picture, wrist, elbow, palm);
  if (!forearm) return undefined;
  const ovals = faces.map(ovalOf);
  const still = { ...forearm, wrist, hand: points, palm, shoulders };
  const length = distance(still.pivot, wrist);
  const shift = Math.max(0, Math.min(MAX_SHIFT * length, (FULL_TRAVEL * shoulders) / MAX_SWING - leverOf(still)));
  const arm = { ...still, shift };
  if (covers(arm, 0, ovals)) return undefined;
  const room = roomOf(arm, picture, ovals);
  const travel = (leverOf(arm) + shift) * Math.min(MAX_SWING, room.to - room.from);
  return travel >= MIN_TRAVEL * shoulders ? { ...arm, room } : undefined;
}

/** How far a wrist travels to the side with each radian of a turn about the elbow: that of a leaning forearm also rises and sinks. */
export function leverOf({ pivot, wrist }: Pick<Arm, 'pivot' | 'wrist'>): number {
  return pivot.y - wrist.y;
}

/** The elbow of a forearm that points at the viewer is behind the hand: the forearm is taken to continue the hand. */
export function findElbow(
  picture: Size,
  { wrist, knuckles }: { wrist: Point; knuckles: Point },
  elbow: Point,
  palm: number,
): Point {
  if (!isElbowSeen(picture, elbow, palm) || distance(elbow, wrist) >= MIN_FOREARM * palm) return elbow;
  const down = towards(knuckles, wrist);
  const sideways = towards(wrist, elbow);
  const way = { x: down.x + sideways.x, y: down.y + sideways.y };
  const share = (BELOW_HAND * palm) / Math.max(1e-6, Math.hypot(way.x, way.y));
  return { x: wrist.x + way.x * share, y: wrist.y + way.y * share };
}

function towards(from: Point, to: Point): Point {
  const far = Math.max(1e-6, distance(from, to));
  return { x: (to.x - from.x) / far, y: (to.y - from.y) / far };
}

function isElbowSeen(picture: Size, { x, y }: Point, palm: number): boolean {
  return isInside(Float32Array.of(x, y), picture, AT_BORDER * palm);
}

/** Where a forearm turns, and how far it is seen; see `Arm`. Undefined if too little of it is seen. */
export function traceForearm(
  picture: Size,
  wrist: Point,
  elbow: Point,
  palm: number,
): Pick<Arm, 'pivot' | 'end'> | undefined {
  const forearm = distance(elbow, wrist);
  const { least, most } = UNSEEN_FOREARM;
  const isUnseen = !isElbowSeen(picture, elbow, palm);
  const length = isUnseen ? Math.max(least * palm, Math.min(most * palm, forearm)) : forearm;
  const pivot = {
    x: wrist.x + ((elbow.x - wrist.x) * length) / forearm,
    y: wrist.y + ((elbow.y - wrist.y) * length) / forearm,
  };
  const end = clipTo(picture, wrist, pivot);
  return distance(end, wrist) < MIN_STUB * palm ? undefined : { pivot, end };
}

function roomOf(arm: Omit<Arm, 'room'>, picture: Size, ovals: readonly Oval[]): Arm['room'] {
  const step = 0.01;
  const reach = (side: number) => {
    let turn = 0;
    while (turn + step <= MAX_TURN) {
      const next = side * (turn + step);
      if (!isInside(moved(palmOf(arm.hand), arm, next), picture, 0) || covers(arm, next, ovals, RIM)) break;
      turn += step;
    }
    return side * turn;
  };
  return { from: reach(-1), to: reach(1) };
}

/** Wrist and knuckles: fingers may leave the picture for a moment. */
function palmOf(points: Float32Array): Float32Array {
  const { wrist, index, middle, ring, little } = HAND;
  return Float32Array.from([wrist, index, middle, ring, little].flatMap((i) => [points[i * 2]!, points[i * 2 + 1]!]));
}

/** Points of a hand, x and y in turn, as the arm is turned by an angle. */
export function moved(
  points: Float32Array,
  { pivot, shift }: Pick<Arm, 'pivot' | 'shift'>,
  angle: number,
): Float32Array {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return points.map((_, i) => {
    const [x, y] = [points[i & ~1]! + shift * angle - pivot.x, points[i | 1]! - pivot.y];
    return i % 2 === 0 ? pivot.x + x * cosine - y * sine : pivot.y + x * sine + y * cosine;
  });
}

/** Knuckles of the index and the little finger; a palm seen from its edge is as wide as its length tells. */
function palmWidth(points: Float32Array): number {
  const across = distance(pointOf(points, HAND.index), pointOf(points, HAND.little));
  const along = distance(pointOf(points, HAND.wrist), pointOf(points, HAND.middle));
  return Math.max(across, 0.7 * along);
}

function extent(points: Float32Array): number {
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  return Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

function isInside(points: Float32Array, { width, height }: Size, margin: number): boolean {
  return points.every((at, i) => at >= margin && at <= (i % 2 === 0 ? width : height) - margin);
}

/** A stretched finger's tip is further from the wrist than its middle joint, by most of what it could be. */
function stretchedFingers(points: Float32Array): number {
  const wrist = pointOf(points, HAND.wrist);
  return [HAND.index, HAND.middle, HAND.ring, HAND.little].filter((base) => {
    const [knuckle, joint, tip] = [0, 1, 3].map((i) => pointOf(points, base + i)) as [Point, Point, Point];
    return (
      distance(tip, wrist) > 1.12 * distance(joint, wrist) && distance(tip, knuckle) > 1.3 * distance(joint, knuckle)
    );
  }).length;
}

/** Whether two hands are closer than half a palm: their outlines could not be told apart. */
function touches(one: Float32Array, other: Float32Array): boolean {
  const near = 0.5 * Math.max(palmWidth(one), palmWidth(other));
  for (let i = 0; i < one.length; i += 2) {
    for (let j = 0; j < other.length; j += 2) {
      if (Math.hypot(one[i]! - other[j]!, one[i + 1]! - other[j + 1]!) < near) return true;
    }
  }
  return false;
}

export interface Oval extends Point {
  across: number;
  down: number;
  angle: number;
}

/** The oval of a face with its hairline. */
export function ovalOf(face: MeshFit): Oval {
  const at = (i: number) => landmarkOf(face, i);
  const [left, right, top, chin] = [at(LEFT_EDGE), at(RIGHT_EDGE), at(FOREHEAD), at(CHIN)];
  return {
    x: (top.x + chin.x) / 2,
    y: (top.y + chin.y) / 2,
    across: 0.56 * Math.max(distance(left, right), 0.6 * distance(top, chin)),
    down: 0.58 * distance(top, chin),
    angle: Math.atan2(chin.y - top.y, chin.x - top.x) - Math.PI / 2,
  };
}

/** Whether the arm, turned by an angle, covers a part of a face. */
function covers(arm: Omit<Arm, 'room'>, angle: number, ovals: readonly Oval[], size = 1): boolean {
  const { pivot, wrist, hand } = arm;
  const along = Float32Array.from({ length: 8 }, (_, i) => {
    const share = (i >> 1) / 4;
    return i % 2 === 0 ? pivot.x + (wrist.x - pivot.x) * share : pivot.y + (wrist.y - pivot.y) * share;
  });
  const points = Float32Array.of(...moved(hand, arm, angle), ...moved(along, { pivot, shift: 0 }, angle));
  return ovals.some(({ x, y, across, down, angle: tilt }) => {
    const [cosine, sine] = [Math.cos(tilt), Math.sin(tilt)];
    for (let i = 0; i < points.length; i += 2) {
      const [dx, dy] = [points[i]! - x, points[i + 1]! - y];
      if (((dx * cosine + dy * sine) / across) ** 2 + ((dy * cosine - dx * sine) / down) ** 2 < size ** 2) return true;
    }
    return false;
  });
}

/** The last point on the way from one inside the picture to another that is still inside. */
export function clipTo({ width, height }: Size, inside: Point, to: Point): Point {
  const limits = [
    to.x < 0 ? inside.x / (inside.x - to.x) : 1,
    to.x > width - 1 ? (width - 1 - inside.x) / (to.x - inside.x) : 1,
    to.y < 0 ? inside.y / (inside.y - to.y) : 1,
    to.y > height - 1 ? (height - 1 - inside.y) / (to.y - inside.y) : 1,
  ];
  const share = Math.min(...limits);
  return { x: inside.x + (to.x - inside.x) * share, y: inside.y + (to.y - inside.y) * share };
}

/** A person turned to the side has shoulders close together; the face tells how wide they are. */
function shoulderWidth({ joints }: Body, face: MeshFit): number {
  const faceWidth = distance(landmarkOf(face, LEFT_EDGE), landmarkOf(face, RIGHT_EDGE));
  return Math.max(distance(joints[LEFT.shoulder]!, joints[RIGHT.shoulder]!), 1.5 * faceWidth);
}

/** How far the way from a over b to c bends at b. */
function angleBetween(a: Point, b: Point, c: Point): number {
  const turn = Math.atan2(c.y - b.y, c.x - b.x) - Math.atan2(b.y - a.y, b.x - a.x);
  return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
