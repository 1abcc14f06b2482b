import { photoFindings } from '../../providers/photo/look-at-photo.ts';

/** Height of the hair above a face, in heights of the face: the face box ends at the forehead. */
const hair = 0.35;

/**
 * The centre of all heads in a photo, in fractions of its sides; a cropped preview is centred on it. Null if no face was found, or the photo is not
 * checked yet.
 */
export function photoFocus(findings: unknown): { x: number; y: number } | null {
  const seen = photoFindings.safeParse(findings);
  if (!seen.success || seen.data.faces.length === 0) return null;
  const boxes = seen.data.faces.map(({ box }) => box);
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const top = Math.min(...boxes.map((box) => box.top - hair * (box.bottom - box.top)));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { x: inside((left + right) / 2), y: inside((top + bottom) / 2) };
}

/** Clamps to 0…1 and rounds to three digits, which is the precision of one pixel in a thumbnail. */
function inside(fraction: number): number {
  return Math.round(1000 * Math.min(1, Math.max(0, fraction))) / 1000;
}
