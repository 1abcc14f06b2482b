import type { MeshFit } from '../face/fit-mesh.ts';
import { type PetsAndPeople, type Detection, isWithin } from './find-pets.ts';

/** A face is a person's if the face mesh is this confident in both of its passes. On animals it reached 23.5 at most. */
const SURE_FACE = 24;
/** Least score of a cat or dog. */
const LEAST_PET = 0.3;
/** The model sees an animal as a person, too, but scores that at most this share of its score as a pet. */
const MOST_PERSON = 0.6;

/**
 * Leaves out the faces that the detector of people's faces found on cats and dogs. `look` finds who is in the photo; it is called only if a
 * face may be an animal's. In doubt a face is a person's.
 */
export async function facesOfPeople(faces: readonly MeshFit[], look: () => Promise<PetsAndPeople>): Promise<MeshFit[]> {
  const isSure = ({ confidence }: MeshFit) => Math.min(...confidence) >= SURE_FACE;
  if (faces.every(isSure)) return [...faces];
  const seen = await look();
  return faces.filter((face) => isSure(face) || !isOnPet(face, seen));
}

function isOnPet(face: MeshFit, { pets, people }: PetsAndPeople): boolean {
  const { x, y } = middleOf(face);
  const scoreOf = (found: readonly Detection[]) =>
    Math.max(0, ...found.filter((box) => isWithin(box, x, y)).map(({ score }) => score));
  const pet = scoreOf(pets);
  return pet >= LEAST_PET && scoreOf(people) <= MOST_PERSON * pet;
}

function middleOf({ points }: MeshFit): { x: number; y: number } {
  const middle = (axis: 0 | 1) => {
    const along = points.filter((_, i) => i % 3 === axis);
    return (Math.min(...along) + Math.max(...along)) / 2;
  };
  return { x: middle(0), y: middle(1) };
}
