import type { Head } from '../face/head.ts';
import { LEFT_CORNER, LOWER_LIP, LOWER_LIP_EDGE, RIGHT_CORNER, UPPER_LIP, UPPER_LIP_EDGE } from '../face/landmarks.ts';
import { linearStep } from '../smoothstep.ts';
import { measureLips } from './seal-lips.ts';

/**
 * Half the width of a mouth at rest, in face widths, and the share by which the lips of a kiss are narrower. A smile has
 * drawn the mouth out, up to `smiling` and beyond: it goes back to that width first, but loses `most` of its own at most, or it would be a clown's.
 */
const WIDTH = { atRest: 0.19, smiling: 0.23, narrower: 0.2, most: 0.34 };
/**
 * The line between smiling lips is levelled by `share`, once a corner is between `from` and `to` above its middle (face
 * widths). Part of it is that the middle rises.
 */
const LEVELLED = { share: 0.95, from: 0.005, to: 0.025, rises: 1 / 3 };
/** The height that each lip gets in its middle (face widths), and by which factor it grows for that, at least and at most. */
const FULL = { upper: 0.075, lower: 0.09, least: 1.25, most: 1.75 };
/** How far the lips move forward, in face widths. */
const FORWARD = 0.06;
/**
 * How far beyond the lips the skin follows, in face widths: beside, above and below. Beside the nose, from `wing` of its middle on, it follows inwards
 * as far up as `cheek`: a fold that runs from the nose past the corner would be bent to a hook if its lower end alone went in.
 */
const REACH = { beside: 0.2, above: 0.07, below: 0.12, cheek: 0.18, wing: { from: 0.11, to: 0.23 } };

/**
 * The blend shape of the lips of a kiss: narrower, fuller, pushed forward, and no longer smiling. It does not close an open
 * mouth; `sealLips` does. Displacements right, down and forward per vertex, in face widths.
 */
export function kissLips(head: Pick<Head, 'form' | 'raised'>): Float32Array {
  const form = asSeen(head);
  const moved = new Float32Array(form.length);
  const [x, y] = [0, 1].map((k) => (point: number) => form[point * 3 + k]!) as [At, At];
  const lipsAt = measureLips(form);
  const centre = (x(LEFT_CORNER) + x(RIGHT_CORNER)) / 2;
  const half = (x(RIGHT_CORNER) - x(LEFT_CORNER)) / 2;
  const wanted = (1 - WIDTH.narrower) * Math.min(half, WIDTH.atRest);
  const narrower = Math.min(WIDTH.most, 1 - wanted / half);
  const line = lipsAt(centre).meeting;
  const lifts = [LEFT_CORNER, RIGHT_CORNER].map((corner) => line - lipsAt(x(corner)).meeting) as [number, number];
  const shares = lifts.map((lift) => LEVELLED.share * linearStep(lift, LEVELLED.from, LEVELLED.to)) as [number, number];
  const rises = (LEVELLED.rises * (shares[0] * lifts[0] + shares[1] * lifts[1])) / 2;
  const height = { upper: y(UPPER_LIP) - y(UPPER_LIP_EDGE), lower: y(LOWER_LIP_EDGE) - y(LOWER_LIP) };
  const grown = { upper: growth(height.upper, FULL.upper), lower: growth(height.lower, FULL.lower) };
  for (let point = 0; point < form.length / 3; point++) {
    const { gap, middle, meeting } = lipsAt(x(point));
    const across = (x(point) - centre) / half;
    const from = y(point) - middle;
    const lip = from < 0 ? 'upper' : 'lower';
    const outside = Math.max(0, Math.abs(from) - gap / 2);
    const beyond = Math.max(0, outside - height[lip]);
    const beside = Math.max(0, Math.abs(across) - 1) * half;
    const aside = Math.exp(-((beside / REACH.beside) ** 2));
    const within = (reach: number) => aside * Math.exp(-((beyond / reach) ** 2));
    const weight = within(REACH[from < 0 ? 'above' : 'below']);
    const cheek = linearStep(Math.abs(x(point) - centre), REACH.wing.from, REACH.wing.to);
    const inwards = from < 0 ? within(REACH.above + (REACH.cheek - REACH.above) * cheek) : weight;
    const outwards = Math.min(1, across ** 2);
    const fuller = Math.sign(from) * grown[lip] * Math.min(outside, height[lip]) * (1 - 0.8 * outwards);
    const levelled = shares[across < 0 ? 0 : 1] * (line - meeting) - rises;
    moved[point * 3] = -narrower * (x(point) - centre) * inwards;
    moved[point * 3 + 1] = (levelled + fuller) * weight;
    moved[point * 3 + 2] = FORWARD * (1 - 0.4 * outwards) * weight;
  }
  return moved;
}

/** How much of a smile a kiss takes back, 0 to 1, by how far the mouth is wider than one at rest. */
export function undoneSmile(form: Float32Array): number {
  return linearStep((form[RIGHT_CORNER * 3]! - form[LEFT_CORNER * 3]!) / 2, WIDTH.atRest, WIDTH.smiling);
}

/** The lips as they are seen: from above, the corners of a level mouth seem to be raised, because they are further back. */
function asSeen({ form, raised }: Pick<Head, 'form' | 'raised'>): Float32Array {
  return form.map((value, i) => (i % 3 === 1 ? value - raised * form[i + 1]! : value));
}

type At = (point: number) => number;

/** By which share of its height a lip grows. */
function growth(height: number, wanted: number): number {
  return Math.max(FULL.least, Math.min(FULL.most, wanted / Math.max(height, 1e-3))) - 1;
}
