import { CELL, type WarpGrid } from '../../picture/warp-grid.ts';
import { wholeOf } from '../../picture/framing.ts';
import { drift, keepInView, moveIn } from '../camera.ts';
import { EDGE, headHeight, inSight, type Motion, type MotionRequest, type Scene } from '../motion.ts';
import { breathMotion, tiltMotion, earMotion } from './plan-pet.ts';
import { createRandom, type Random } from '../random.ts';
import { breathe, comeForward, keepEdges, lean, type Subject } from '../subject-moves.ts';
import { approach, breaths, sway } from '../timing.ts';

/** Plans a motion; amplitudes, sides and timing derive from the seed. */
export function planMotion(request: MotionRequest, scene: Scene): Motion {
  const random = createRandom(request.seed, request.motion);
  const { size, area = size, subject, animal } = scene;
  if (request.motion === 'zoom') return zoomMotion(request, scene, random);
  if (!subject) return cameraMotion(request, scene, random);
  if (request.motion === 'pet-breathe') return breathMotion(request, size, subject, random);
  if (request.motion === 'pet-tilt' && animal) return tiltMotion(request, { size, area }, subject, animal, random);
  if (request.motion === 'pet-ears' && animal) return earMotion(request, { size, area }, subject, animal, random);
  return idleMotion(request, scene, subject, random);
}

/** Fills both warp grids for one moment: the background follows the camera, the subject its own moves as well. */
export function fillWarpGrids(
  { camera, moves, edge }: Motion,
  progress: number,
  { size, area = wholeOf(size) }: Pick<Scene, 'size' | 'area'>,
  background: WarpGrid,
  subject: WarpGrid,
): void {
  const pose = camera(progress);
  const displaces = moves.map((move) => move(progress));
  const displace = keepEdges(area, edge, (x, y, sum) => displaces.forEach((each) => each(x, y, sum)));
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

/** A stronger camera move alone, for photos without a subject or with people outside the mask. */
function cameraMotion({ loop }: MotionRequest, { size, heads }: Scene, random: Random): Motion {
  const sight = { eyeLevel: random.between(0.3, 0.6) * size.height, heads };
  return {
    camera: drift(size, random, random.between(1.07, 1.11), random.side(), sight, loop),
    moves: [],
    edge: EDGE,
  };
}

/** Parallax between the layers, with a slight sway and breathing of the subject. */
function idleMotion({ duration, loop }: MotionRequest, scene: Scene, subject: Subject, random: Random): Motion {
  const { size, heads } = scene;
  const side = random.side();
  const sight = { ...inSight(subject, random), heads };
  const camera = drift(size, random, random.between(1.04, 1.07), side, sight, loop);
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

/** Zooms in without cropping any head. */
function zoomMotion({ loop }: MotionRequest, { size, subject, heads }: Scene, random: Random): Motion {
  const point = {
    x: subject
      ? (subject.left + subject.right) / 2 / size.width + random.between(-0.08, 0.08)
      : random.between(0.35, 0.65),
    y: subject ? headHeight(subject, random) / size.height : random.between(0.35, 0.6),
  };
  const { zoom, towards } = keepInView(heads, { zoom: random.between(1.09, 1.16), towards: point });
  return { camera: moveIn(size, zoom, towards, approach(random, loop)), moves: [], edge: EDGE };
}
