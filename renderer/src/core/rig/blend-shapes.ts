import type { Head } from '../face/head.ts';
import {
  LEFT_BROW,
  LEFT_CHEEK,
  LEFT_CORNER,
  LEFT_EYE_RIMS,
  LOWER_LIP,
  MOUTH_RIMS,
  RIGHT_BROW,
  RIGHT_CHEEK,
  RIGHT_CORNER,
  RIGHT_EYE_RIMS,
  UPPER_LIP,
  type Eye,
} from '../face/landmarks.ts';
import { silhouetteAt, seenAcross } from '../face/silhouette.ts';
import { smoothstep } from '../smoothstep.ts';
import { sealLips } from './seal-lips.ts';

const SHAPES = [
  'smile',
  'jaw',
  'pucker',
  'seal',
  'leftLid',
  'rightLid',
  'brows',
  'leftFrown',
  'rightFrown',
  'leftCheek',
  'rightCheek',
] as const;
export type BlendShapeName = (typeof SHAPES)[number];

/** How far each point of the mesh moves for a full shape: right, down and forward in turn, in face widths. */
export type BlendShape = Float32Array;

/** What the shapes of a face are built from. */
export type BlendShapeHead = Pick<Head, 'form' | 'yaw' | 'grin' | 'raised'>;

export function buildBlendShapes(head: BlendShapeHead): Record<BlendShapeName, BlendShape> {
  const { form } = head;
  return {
    smile: smile(head),
    jaw: dropJaw(form),
    pucker: pucker(form),
    seal: sealLips(form),
    leftLid: closeEye(form, LEFT_EYE_RIMS),
    rightLid: closeEye(form, RIGHT_EYE_RIMS),
    brows: raiseBrows(form),
    leftFrown: lowerBrow(form, LEFT_BROW),
    rightFrown: lowerBrow(form, RIGHT_BROW),
    leftCheek: raiseCheek(form, LEFT_CHEEK, LEFT_EYE_RIMS),
    rightCheek: raiseCheek(form, RIGHT_CHEEK, RIGHT_EYE_RIMS),
  };
}

/** The lids meet a little past each other, or a bright seam of the eye would shine through. */
const OVERLAP = 0.1;

interface Mouth {
  x: number;
  y: number;
  half: number;
  /** The gap between the lips. */
  gap: number;
}

/** How far a corner of the mouth goes out, in face widths, and how near it comes to the outline of the face. */
const OUT = 0.046;
const MAX_OUT = 0.1;
const SHORT_OF_LIMB = 0.02;
/** Of a mouth that smiles already the corners go further by these shares, or nobody would see them go. */
const GRIN_OUT = 0.2;
const GRIN_UP = 0.15;
/** A mouth that gapes draws its corners down: they go up further, from a gap of so many face widths on. */
const AGAPE = { from: 0.12, to: 0.2, up: 0.5 };
/** Seen from the side, rising costs the mouth width: what it rises further fades away between these turns. Degrees. */
const UP_ASIDE = { from: 15, to: 30 };
/** How far a chin is raised, as a sine: from the first on nothing of a smile goes back, and no more than the second counts. */
const RAISED = 0.3;
const MAX_RAISED = 0.5;

/**
 * The corners go out, up and back, the lips between them follow in a curve, and the skin around gives way. From the side,
 * going back would hide the further corner behind the mouth: there it goes out instead, as far as the face reaches; what it
 * lacks the nearer corner makes up for. Of a `raised` chin (the sine of how far) going up is foreshortened, and what goes
 * back sinks in the viewer's eyes: there the corners go up only, and further.
 */
function smile({ form, yaw, grin, raised: chin }: BlendShapeHead): BlendShape {
  const raised = Math.max(0, Math.min(MAX_RAISED, chin));
  const mouth = measureMouth(form);
  const turned = Math.min(1, Math.abs(yaw) / 30);
  const further = 1 + GRIN_OUT * grin;
  const aside = Math.max(0, Math.min(1, (Math.abs(yaw) - UP_ASIDE.from) / (UP_ASIDE.to - UP_ASIDE.from)));
  const agape = smoothstep((mouth.gap - AGAPE.from) / (AGAPE.to - AGAPE.from));
  const up = (0.063 * (1 + GRIN_UP * grin * (1 - aside)) * (1 + AGAPE.up * agape)) / (1 - raised ** 2);
  const level = Math.max(0, 1 - raised / RAISED);
  const wanted = (OUT + 0.016 * turned) * further;
  const far = Math.min(wanted, Math.max(0.3 * wanted, roomBeside(form, yaw)));
  const near = Math.min(MAX_OUT, OUT * further + wanted - far + 0.012 * turned);
  return shape(form, (x, y) => {
    const across = (x - mouth.x) / mouth.half;
    const reach = Math.min(1.25, Math.abs(across));
    const weight = around(x, y, mouth, 0.2, y < mouth.y ? 0.13 : 0.16);
    const isFar = across * yaw > 0;
    return [
      Math.sign(across) * reach * (isFar ? far : near) * weight,
      (0.008 - up * reach ** 2) * weight,
      -0.03 * (isFar ? 1 - turned : 1) * level * reach ** 2 * weight,
    ];
  });
}

/** How far the mouth's further corner can go out before it is at the outline of the face, in face widths. */
function roomBeside(form: Float32Array, yaw: number): number {
  const corner = (yaw < 0 ? LEFT_CORNER : RIGHT_CORNER) * 3;
  const silhouette = silhouetteAt({ form, yaw }, form[corner + 1]!);
  const seen = seenAcross(Math.abs(form[corner]!), form[corner + 2]!, yaw);
  return silhouette ? (silhouette.reach - SHORT_OF_LIMB - seen) / Math.cos((yaw * Math.PI) / 180) : OUT;
}

/** The chin and all below the lips' parting go down as the jaw swings; the corners follow half and come in a little. */
function dropJaw(form: Float32Array): BlendShape {
  const mouth = measureMouth(form);
  const lower = new Set<number>(MOUTH_RIMS.lower.slice(1, -1));
  const upper = new Set<number>(MOUTH_RIMS.upper.slice(1, -1));
  return shape(form, (x, y, point) => {
    const across = (x - mouth.x) / mouth.half;
    if (upper.has(point)) return [0, -0.012 * Math.max(0, 1 - across ** 2), 0];
    const under = lower.has(point) ? 1 : smoothstep((y - mouth.y + 0.01) / 0.05);
    const beside = 1 - smoothstep((Math.abs(x - mouth.x) - 0.12) / 0.3);
    const lip = lower.has(point) || Math.abs(across) < 1 ? Math.max(0, 1 - 0.75 * across ** 2) : 0.25;
    const near = smoothstep((y - mouth.y) / 0.12);
    return [-0.1 * (x - mouth.x) * under * beside, 0.1 * under * beside * (lip + (1 - lip) * near), 0];
  });
}

/** The corners come in and the lips go forward. */
function pucker(form: Float32Array): BlendShape {
  const mouth = measureMouth(form);
  return shape(form, (x, y) => {
    const weight = around(x, y, mouth, 0.14, 0.12);
    return [-0.36 * (x - mouth.x) * weight, 0.14 * (y - mouth.y) * weight, 0.05 * weight];
  });
}

/** The upper lid covers most of the eye and the lower one the rest; the rings of skin beyond give way less and less. */
function closeEye(form: Float32Array, eye: Eye): BlendShape {
  const moved = new Float32Array(form.length);
  for (let i = 1; i < eye.upper.length - 1; i++) {
    const upper = eye.upper[i]!;
    const lower = eye.lower[i]!;
    for (let k = 0; k < 3; k++) {
      const gap = form[lower * 3 + k]! - form[upper * 3 + k]!;
      moved[upper * 3 + k] = (0.8 + OVERLAP) * gap;
      moved[lower * 3 + k] = -0.2 * gap;
      moved[eye.above[0]![i]! * 3 + k] = 0.8 * 0.42 * gap;
      moved[eye.above[1]![i]! * 3 + k] = 0.8 * 0.14 * gap;
      moved[eye.below[0]![i]! * 3 + k] = -0.2 * 0.5 * gap;
      moved[eye.below[1]![i]! * 3 + k] = -0.2 * 0.2 * gap;
    }
  }
  return moved;
}

function raiseBrows(form: Float32Array): BlendShape {
  const brows = [LEFT_BROW, RIGHT_BROW].map((points) => middleOf(form, points));
  return shape(form, (x, y) => {
    const lift = brows.reduce((sum, brow) => {
      const up = y < brow.y ? 0.17 : 0.05;
      return Math.max(sum, Math.exp(-(((x - brow.x) / 0.2) ** 2) - ((y - brow.y) / up) ** 2));
    }, 0);
    return [0, -0.055 * lift, 0];
  });
}

/** One brow comes down over its eye, as in a wink. */
function lowerBrow(form: Float32Array, points: readonly number[]): BlendShape {
  const brow = middleOf(form, points);
  return shape(form, (x, y) => [0, 0.03 * Math.exp(-(((x - brow.x) / 0.17) ** 2) - ((y - brow.y) / 0.1) ** 2), 0]);
}

/** The cheek goes up and takes the lower lid along: a smile that reaches the eye. */
function raiseCheek(form: Float32Array, apple: number, eye: Eye): BlendShape {
  const cheek = { x: form[apple * 3]!, y: form[apple * 3 + 1]! };
  const moved = shape(form, (x, y) => {
    const weight = Math.exp(-(((x - cheek.x) / 0.15) ** 2) - ((y - cheek.y) / 0.13) ** 2);
    return [0, -0.03 * weight, 0];
  });
  for (let i = 1; i < eye.lower.length - 1; i++) {
    const gap = form[eye.lower[i]! * 3 + 1]! - form[eye.upper[i]! * 3 + 1]!;
    moved[eye.lower[i]! * 3 + 1] = -0.2 * gap;
    moved[eye.upper[i]! * 3 + 1] = 0.04 * gap;
  }
  return moved;
}

/** 1 on the lips, falling away from them over `wide` and `high`; the nose stays where it is. */
function around(x: number, y: number, mouth: Mouth, wide: number, high: number): number {
  const beside = Math.max(0, Math.abs(x - mouth.x) - mouth.half) / wide;
  const beyond = Math.max(0, Math.abs(y - mouth.y) - 0.07) / high;
  return Math.exp(-(beside ** 2) - beyond ** 2);
}

function measureMouth(form: Float32Array): Mouth {
  const [left, right] = [form[LEFT_CORNER * 3]!, form[RIGHT_CORNER * 3]!];
  const y = (form[UPPER_LIP * 3 + 1]! + form[LOWER_LIP * 3 + 1]!) / 2;
  const gap = form[LOWER_LIP * 3 + 1]! - form[UPPER_LIP * 3 + 1]!;
  return { x: (left + right) / 2, y, half: (right - left) / 2, gap };
}

function middleOf(form: Float32Array, points: readonly number[]): { x: number; y: number } {
  const mean = (k: number) => points.reduce((sum, point) => sum + form[point * 3 + k]!, 0) / points.length;
  return { x: mean(0), y: mean(1) };
}

/** Builds a shape from a rule for each point; what lies above the nose's tip moves for no mouth. */
function shape(
  form: Float32Array,
  rule: (x: number, y: number, point: number) => readonly [number, number, number],
): BlendShape {
  const moved = new Float32Array(form.length);
  for (let point = 0; point < form.length / 3; point++) {
    moved.set(rule(form[point * 3]!, form[point * 3 + 1]!, point), point * 3);
  }
  return moved;
}
