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
import { linearStep, smoothstep } from '../smoothstep.ts';
import { kissLips } from './kiss-lips.ts';
import { sealLips } from './seal-lips.ts';

const SHAPES = [
  'smile',
  'jaw',
  'pucker',
  'kiss',
  'stretch',
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

/** Displacement of each mesh vertex at full weight: x, y, z (right, down, forward) per vertex, in face widths. */
export type BlendShape = Float32Array;

/** The measurements of a head that its blend shapes depend on; `width`, in pixels of the film, is large by default. */
export type BlendShapeHead = Pick<Head, 'form' | 'yaw' | 'grin' | 'raised'> & Partial<Pick<Head, 'width'>>;

/**
 * Builds every blend shape for one head. Weights run from 0 to 1; each shape has the length of `head.form` (3 × 468). `worn` is the
 * probability of glasses (see `hasRims`).
 */
export function buildBlendShapes(head: BlendShapeHead, worn = 0): Record<BlendShapeName, BlendShape> {
  const { form } = head;
  return {
    smile: smile(head),
    jaw: dropJaw(form),
    pucker: pucker(form),
    kiss: kissLips(head),
    stretch: stretch(form),
    seal: sealLips(form),
    leftLid: closeEye(form, LEFT_EYE_RIMS, worn),
    rightLid: closeEye(form, RIGHT_EYE_RIMS, worn),
    brows: raiseBrows(form),
    leftFrown: lowerBrow(form, LEFT_BROW),
    rightFrown: lowerBrow(form, RIGHT_BROW),
    leftCheek: raiseCheek(form, LEFT_CHEEK, LEFT_EYE_RIMS),
    rightCheek: raiseCheek(form, RIGHT_CHEEK, RIGHT_EYE_RIMS),
  };
}

/** The lids overlap slightly when closed; otherwise a bright line of the eye would show between them. */
const OVERLAP = 0.1;

interface Mouth {
  x: number;
  y: number;
  half: number;
  /** Distance between the lips, in face widths. */
  gap: number;
}

/** How far a mouth corner moves outwards, at most, and its minimum distance to the face's silhouette. Face widths. */
const OUT = 0.046;
const MAX_OUT = 0.1;
const SHORT_OF_LIMB = 0.02;
/** A mouth that already smiles needs a larger movement to be noticed: these shares are added for a full `grin`. */
const GRIN_OUT = 0.2;
const GRIN_UP = 0.15;
/**
 * A wide open mouth pulls its corners down, so they rise further, up to `up`, once the gap exceeds `from` face widths.
 */
const AGAPE = { from: 0.12, to: 0.2, up: 0.5 };
/**
 * How far beyond the corner the skin still moves further than the corner, as a share of half the mouth, and how the rise
 * grows from the middle of the lips. Between closed lips and open ones (gaps in face widths) both change: a line that
 * goes on rising beyond the corner of closed lips is a grimace.
 */
const BEYOND = { open: 1.25, shut: 1, gap: { from: 0.02, to: 0.05 } };
const CURVE = { open: 2, shut: 1.7 };
/**
 * In a side view, rising corners make the mouth look narrower: the extra rise fades out between these yaws, in degrees.
 */
const UP_ASIDE = { from: 15, to: 30 };
/**
 * Sine of the pitch of a raised chin: from `RAISED` on the corners no longer move back; `MAX_RAISED` caps the value.
 */
const RAISED = 0.3;
const MAX_RAISED = 0.5;

/**
 * The corners move out, up and back; the lips between them and the skin around follow with falling weight. In a side
 * view, moving back would hide the far corner behind the mouth, so it moves outwards instead, up to the silhouette, and
 * the near corner makes up the rest. With a raised chin, upward movement is foreshortened and backward movement looks
 * like sinking, so the corners move further up and not back.
 */
function smile({ form, yaw, grin, raised: chin, width = Infinity }: BlendShapeHead): BlendShape {
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
  const opened = linearStep(mouth.gap, BEYOND.gap.from, BEYOND.gap.to);
  const beyond = BEYOND.shut + (BEYOND.open - BEYOND.shut) * opened;
  const power = CURVE.shut + (CURVE.open - CURVE.shut) * opened;
  const inside = withinSilhouette(form, yaw);
  const heldBack = HELD_BACK.share * aside * linearStep(width, HELD_BACK.width.from, HELD_BACK.width.to);
  return shape(form, (x, y, point) => {
    const across = (x - mouth.x) / mouth.half;
    const reach = Math.min(beyond, Math.abs(across));
    const weight = around(x, y, mouth, 0.2, y < mouth.y ? 0.13 : 0.16);
    const isFar = across * yaw > 0;
    const freely = isFar && heldBack > 0 ? 1 - heldBack * (1 - inside(point)) : 1;
    return [
      Math.sign(across) * reach * (isFar ? far * freely : near) * weight,
      (0.008 - up * reach ** power) * weight,
      -0.03 * (isFar ? 1 - turned : 1) * level * reach ** 2 * weight,
    ];
  });
}

/**
 * Share of its way outwards that the silhouette of a head turned far aside does not go when it smiles. It grows between these face widths, in
 * pixels of the film: a small mouth has to widen to be seen to smile, and a small cheek hardly bulges.
 */
const HELD_BACK = { share: 0.6, width: { from: 100, to: 160 } };

/**
 * How freely a vertex of the far cheek can move outwards: 1 where it has at least as much room as the mouth's corner, 0 at the silhouette and behind
 * it. Otherwise the cheek would bulge over what is beside it.
 */
function withinSilhouette(form: Float32Array, yaw: number): (point: number) => number {
  const far = Math.sign(yaw) || 1;
  const roomOf = (point: number) => {
    const silhouette = silhouetteAt({ form, yaw }, form[point * 3 + 1]!);
    const across = far * form[point * 3]!;
    if (!silhouette || across >= silhouette.across) return 0;
    return silhouette.reach - seenAcross(across, form[point * 3 + 2]!, yaw);
  };
  const most = Math.max(1e-3, roomOf(yaw < 0 ? LEFT_CORNER : RIGHT_CORNER));
  return (point) => Math.max(0, Math.min(1, roomOf(point) / most));
}

/** How far the mouth's far corner can move outwards before it reaches the silhouette, in face widths. */
function roomBeside(form: Float32Array, yaw: number): number {
  const corner = (yaw < 0 ? LEFT_CORNER : RIGHT_CORNER) * 3;
  const silhouette = silhouetteAt({ form, yaw }, form[corner + 1]!);
  const seen = seenAcross(Math.abs(form[corner]!), form[corner + 2]!, yaw);
  return silhouette ? (silhouette.reach - SHORT_OF_LIMB - seen) / Math.cos((yaw * Math.PI) / 180) : OUT;
}

/**
 * The chin and everything below the line between the lips move down; the corners follow half-way and slightly inwards.
 */
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

/**
 * Lips that get rounder, as in surprise: pushed forward and fuller, most in the middle. The corners come in by this share of
 * the mouth's width and no more, or it would be a clown's.
 */
const PURSED = { narrower: 0.2, fuller: 0.26, forward: 0.07 };

function pucker(form: Float32Array): BlendShape {
  const mouth = measureMouth(form);
  return shape(form, (x, y) => {
    const weight = around(x, y, mouth, 0.2, 0.1);
    const middle = 1 - 0.75 * Math.min(1, ((x - mouth.x) / mouth.half) ** 2);
    return [
      -PURSED.narrower * (x - mouth.x) * weight,
      PURSED.fuller * (y - mouth.y) * middle * weight,
      PURSED.forward * middle * weight,
    ];
  });
}

/** The mouth gets wider and the lips flatter. */
function stretch(form: Float32Array): BlendShape {
  const mouth = measureMouth(form);
  return shape(form, (x, y) => {
    const weight = around(x, y, mouth, 0.14, 0.12);
    return [0.36 * (x - mouth.x) * weight, -0.14 * (y - mouth.y) * weight, -0.05 * weight];
  });
}

/**
 * How far the rings of skin above and below an eye follow its lids, from the inside out, as shares of the lid's way. Glasses lie over the outer
 * ring, and the inner one is kept from pulling at their rim.
 */
const RINGS = {
  bare: { above: [0.42, 0.14], below: [0.5, 0.2] },
  worn: { above: [0.06, 0], below: [0, 0] },
} as const;

/** Share of the gap that the lower lid covers; none behind glasses, where the closing has to be seen without cheek and brow. */
const LOWER_LID = 0.2;

/**
 * The upper lid covers most of the gap, the lower lid the rest; the rings of skin beyond follow with falling weight.
 */
function closeEye(form: Float32Array, eye: Eye, worn: number): BlendShape {
  const follows = (side: 'above' | 'below', ring: 0 | 1) =>
    RINGS.bare[side][ring] + (RINGS.worn[side][ring] - RINGS.bare[side][ring]) * worn;
  const rises = LOWER_LID * (1 - worn);
  const moved = new Float32Array(form.length);
  for (let i = 1; i < eye.upper.length - 1; i++) {
    const upper = eye.upper[i]!;
    const lower = eye.lower[i]!;
    for (let k = 0; k < 3; k++) {
      const gap = form[lower * 3 + k]! - form[upper * 3 + k]!;
      moved[upper * 3 + k] = (1 - rises + OVERLAP) * gap;
      moved[lower * 3 + k] = -rises * gap;
      for (const ring of [0, 1] as const) {
        moved[eye.above[ring]![i]! * 3 + k] = (1 - rises) * follows('above', ring) * gap;
        moved[eye.below[ring]![i]! * 3 + k] = -rises * follows('below', ring) * gap;
      }
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

/** Lowers one brow towards its eye, as in a wink. */
function lowerBrow(form: Float32Array, points: readonly number[]): BlendShape {
  const brow = middleOf(form, points);
  return shape(form, (x, y) => [0, 0.03 * Math.exp(-(((x - brow.x) / 0.17) ** 2) - ((y - brow.y) / 0.1) ** 2), 0]);
}

/** Raises the cheek and its lower lid (a Duchenne smile). */
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

/** Weight 1 on the lips, falling off as a Gaussian over `wide` and `high` (face widths); the nose is not moved. */
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

/** Evaluates `rule` at every vertex; returns the displacements as a blend shape. */
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
