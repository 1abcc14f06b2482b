import { CELL, type Field } from '../field.ts';
import type { Box, Size } from '../framing.ts';
import { drift, keepInView, moveIn, type Camera, type Sight } from './camera.ts';
import type { MotionName } from './choose-motion.ts';
import { createRandom, type Random } from './random.ts';
import { breathe, comeForward, keepEdges, lean, tiltHead, type Move, type Subject } from './subject-moves.ts';
import { approach, breaths, keyframes, sway } from './timing.ts';

export interface MotionRequest {
  motion: MotionName;
  seed: number;
  /** Seconds. */
  duration: number;
  loop: boolean;
}

/** What moves, and how, over a whole film. */
export interface Motion {
  camera: Camera;
  moves: Move[];
  /** The share of the short side over which the moves die away towards the picture's edges. */
  edge: number;
}

const EDGE = 0.08;
const WIDE_EDGE = 0.2;

/**
 * Draws a motion's amplitudes, sides and timing from the seed. `subject` is absent where nothing stands out; `heads` holds
 * all heads that were found, in fractions of the film: a zoom cuts nobody off.
 */
export function planMotion(request: MotionRequest, size: Size, subject: Subject | undefined, heads?: Box): Motion {
  const random = createRandom(request.seed, request.motion);
  if (request.motion === 'zoom') return zoomIn(request, size, subject, heads, random);
  if (!subject) return landscape(request, size, random);
  if (request.motion === 'pet-breathe') return breathing(request, size, subject, random);
  if (request.motion === 'pet-tilt') return headTilt(request, size, subject, random);
  return livingPicture(request, size, subject, random);
}

/** Fills in where a frame's pixels come from: the background by the camera alone, the subject by its moves as well. */
export function placeFields(
  { camera, moves, edge }: Motion,
  progress: number,
  size: Size,
  background: Field,
  subject: Field,
): void {
  const pose = camera(progress);
  const displaces = moves.map((move) => move(progress));
  const displace = keepEdges(size, edge, (x, y, sum) => displaces.forEach((each) => each(x, y, sum)));
  const middleX = (size.width - 1) / 2;
  const middleY = (size.height - 1) / 2;
  const offset = { x: 0, y: 0 };
  for (let row = 0, node = 0; row < background.rows; row++) {
    for (let column = 0; column < background.columns; column++, node++) {
      const x = middleX + (column * CELL - middleX - pose.x) / pose.scale;
      const y = middleY + (row * CELL - middleY - pose.y) / pose.scale;
      offset.x = 0;
      offset.y = 0;
      displace(x, y, offset);
      background.x[node] = x;
      background.y[node] = y;
      subject.x[node] = x - offset.x;
      subject.y[node] = y - offset.y;
    }
  }
}

/** Nothing stands out: the camera alone moves, and further. */
function landscape({ loop }: MotionRequest, size: Size, random: Random): Motion {
  const eyeLevel = random.between(0.3, 0.6) * size.height;
  return {
    camera: drift(size, random, random.between(1.07, 1.11), random.side(), { eyeLevel }, loop),
    moves: [],
    edge: EDGE,
  };
}

/** The two layers drift apart, the subject sways a little and breathes. */
function livingPicture({ duration, loop }: MotionRequest, size: Size, subject: Subject, random: Random): Motion {
  const side = random.side();
  const camera = drift(size, random, random.between(1.04, 1.07), side, inSight(subject, random), loop);
  const shift = side * random.between(0.004, 0.008) * size.width;
  return {
    camera,
    edge: EDGE,
    moves: [
      comeForward(subject, random.between(0.006, 0.012), shift, approach(random, loop)),
      lean(subject, random.between(0.35, 0.6), sway(random, random.between(1.6, 2.1), duration, loop)),
      breathe(subject, random.between(0.005, 0.008), breaths(random, random.between(2.6, 3.6), duration)),
    ],
  };
}

function zoomIn(
  { loop }: MotionRequest,
  size: Size,
  subject: Subject | undefined,
  heads: Box | undefined,
  random: Random,
): Motion {
  const point = {
    x: subject
      ? (subject.left + subject.right) / 2 / size.width + random.between(-0.08, 0.08)
      : random.between(0.35, 0.65),
    y: subject ? headHeight(subject, random) / size.height : random.between(0.35, 0.6),
  };
  const { zoom, towards } = keepInView(heads, { zoom: random.between(1.1, 1.22), towards: point });
  return { camera: moveIn(size, zoom, towards, approach(random, loop)), moves: [], edge: EDGE };
}

function breathing({ duration, loop }: MotionRequest, size: Size, subject: Subject, random: Random): Motion {
  return {
    edge: EDGE,
    camera: drift(size, random, random.between(1.015, 1.03), random.side(), inSight(subject, random), loop),
    moves: [
      breathe(subject, random.between(0.014, 0.022), breaths(random, random.between(1.4, 2.7), duration)),
      lean(subject, random.between(0.2, 0.4), sway(random, random.between(1.8, 2.4), duration, loop)),
    ],
  };
}

/** A look to the side with the head on one side, held, and back again. */
function headTilt({ duration, loop }: MotionRequest, size: Size, subject: Subject, random: Random): Motion {
  const start = random.between(0.08, 0.16);
  const end = random.between(0.64, 0.72);
  const turning = 1.3 / duration;
  const held = random.between(0.85, 1);
  const tilt = keyframes([
    [0, 0],
    [start, 0],
    [start + turning, 1],
    [end, held],
    [Math.min(0.98, end + turning), 0],
  ]);
  return {
    camera: drift(size, random, random.between(1.015, 1.03), random.side(), inSight(subject, random), loop),
    edge: WIDE_EDGE,
    moves: [
      tiltHead(subject, random.side() * random.between(4, 6), tilt),
      breathe(subject, random.between(0.006, 0.01), breaths(random, random.between(1.8, 2.6), duration)),
    ],
  };
}

function inSight(subject: Subject, random: Random): Sight {
  return { eyeLevel: headHeight(subject, random), left: subject.left, right: subject.right };
}

function headHeight(subject: Subject, random: Random): number {
  return subject.top + random.between(0.05, 0.25) * (subject.bottom - subject.top);
}
