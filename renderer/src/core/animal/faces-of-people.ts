import { minConfidence } from '../face/find-faces.ts';
import type { MeshFit } from '../face/fit-mesh.ts';
import type { Crop } from '../picture/sample-crop.ts';
import { bestScoreAt, type LookForPets, type PetsAndPeople } from './find-pets.ts';

/** A face is a person's if the face mesh is this confident in both of its passes. On animals it reached 23.5 at most. */
const SURE_FACE = 24;
/** Least score of a cat or dog. */
const LEAST_PET = 0.3;
/** The model sees an animal as a person, too, but scores that at most this share of its score as a pet. */
const MOST_PERSON = 0.6;
/** Where a pet may be, the face is looked at again from close by, in a square of so many times its own size. */
const CLOSE_BY = 3;
/** At most so many faces, the largest, are looked at again: a look takes a quarter of a second, and a photo may show a crowd. */
const MOST_CLOSE_LOOKS = 6;

/**
 * Leaves out the faces that the detector of people's faces found on cats and dogs. `look` is called only if a
 * face may be an animal's. In doubt a face is a person's. @param faces the largest first
 */
export async function facesOfPeople(faces: readonly MeshFit[], look: LookForPets): Promise<MeshFit[]> {
  const people: MeshFit[] = [];
  let left = MOST_CLOSE_LOOKS;
  const lookCloser = (area: Crop) => (left-- > 0 ? look(area) : undefined);
  for (const face of faces) {
    const isSure = minConfidence(face) >= SURE_FACE;
    if (isSure || !(await isOnPet(face, look, lookCloser))) people.push(face);
  }
  return people;
}

/** An animal that is small or in somebody's arms is told from them only from close by. */
async function isOnPet(
  face: MeshFit,
  look: LookForPets,
  lookCloser: (area: Crop) => Promise<PetsAndPeople> | undefined,
): Promise<boolean> {
  const { x, y, size } = placeOf(face);
  const isPet = (seen: PetsAndPeople) => {
    const pet = bestScoreAt(seen.pets, x, y);
    return pet >= LEAST_PET && bestScoreAt(seen.people, x, y) <= MOST_PERSON * pet;
  };
  const seen = await look();
  if (isPet(seen)) return true;
  if (bestScoreAt(seen.pets, x, y) === 0) return false;
  const closer = await lookCloser({ x, y, side: CLOSE_BY * size, angle: 0 });
  return closer !== undefined && isPet(closer);
}

/** The middle and the longer side of a face. */
export function placeOf({ points }: MeshFit): { x: number; y: number; size: number } {
  const [left, right, top, bottom] = [0, 1].flatMap((axis) => {
    const along = points.filter((_, i) => i % 3 === axis);
    return [Math.min(...along), Math.max(...along)];
  }) as [number, number, number, number];
  return { x: (left + right) / 2, y: (top + bottom) / 2, size: Math.max(right - left, bottom - top) };
}
