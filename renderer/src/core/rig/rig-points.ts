import { LEFT_EYE_RIMS, MOUTH_RIMS, OVAL, RIGHT_EYE_RIMS, type Rims } from '../face/landmarks.ts';
import { SKIN_TRIANGLES } from '../face/skin-triangles.ts';
import { TWINS } from '../face/twin-points.ts';

/** A rig counts the points of the mesh first, then those of the rim around it, then those of eyes and mouth. */
export const MESH = 468;
export const RIM = MESH;
export const OPENINGS = RIM + OVAL.length;
export const OPENING_RIMS: readonly Rims[] = [LEFT_EYE_RIMS, RIGHT_EYE_RIMS, MOUTH_RIMS];
/** The openings' points in their order: which of the mesh's they lie at, and which of them lies on the other side. */
export const OPENING_POINTS = openingPoints();
/** What lies in the eyes and in the mouth: drawn first, for the lids and lips to slide over. */
export const OPENING_TRIANGLES: readonly number[] = openingTriangles();
/** The skin, with the rim that joins it to its surroundings. */
export const FACE_TRIANGLES: readonly number[] = [...SKIN_TRIANGLES, ...rimTriangles()];
/** How many triangles the rim has: they are drawn first. */
export const RIM_TRIANGLES = 2 * OVAL.length;
export const POINTS = OPENINGS + OPENING_RIMS.reduce((sum, { upper }) => sum + 2 * upper.length, 0);

/** The first of the points at which what lies in the mouth ends below: at the lower lip, unless the jaw has taken that further down. */
export const HELD_LOWER_LIP = POINTS - MOUTH_RIMS.lower.length;

/** Between where the mouth's inside ends below and the lower lip. */
export const CAVITY_TRIANGLES: readonly number[] = MOUTH_RIMS.lower.slice(1).flatMap((lip, i) => {
  const [before, held] = [MOUTH_RIMS.lower[i]!, HELD_LOWER_LIP + i];
  return [held, held + 1, before, held + 1, lip, before];
});

function openingPoints(): { point: number; opposite: number }[] {
  const points = OPENING_RIMS.flatMap(({ upper, lower }) =>
    [upper, lower].flatMap((rim, row) => rim.map((point) => ({ point, row }))),
  );
  return points.map(({ point, row }) => ({
    point,
    opposite: points.findIndex((other) => other.point === TWINS[point] && other.row === row),
  }));
}

function openingTriangles(): number[] {
  const triangles: number[] = [];
  let at = OPENINGS;
  for (const { upper } of OPENING_RIMS) {
    const below = at + upper.length;
    for (let i = 0; i + 1 < upper.length; i++) {
      triangles.push(at + i, at + i + 1, below + i, at + i + 1, below + i + 1, below + i);
    }
    at = below + upper.length;
  }
  return triangles;
}

function rimTriangles(): number[] {
  return OVAL.flatMap((point, i) => {
    const next = (i + 1) % OVAL.length;
    return [point, OVAL[next]!, RIM + i, OVAL[next]!, RIM + next, RIM + i];
  });
}
