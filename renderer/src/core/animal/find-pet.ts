import { detectBoxes, suppressOverlaps, type FaceBox } from '../face/detect-boxes.ts';
import { CERTAIN, minConfidence } from '../face/find-faces.ts';
import { fitMesh } from '../face/fit-mesh.ts';
import type { Model } from '../model.ts';
import { buildPyramid, type Pyramid, type Rgb } from '../picture/sample-crop.ts';
import type { Cascade } from './cascade.ts';
import { facesOfPeople, placeOf } from './faces-of-people.ts';
import { animalOf, findAnimal, type Animal, type Ear } from './find-animal.ts';
import { findFaceOfPet, type AnimalFace } from './find-animal-face.ts';
import { bestScoreAt, type LookForPets, type PetsAndPeople, isWithin, squareAround, type Pet } from './find-pets.ts';
import type { SubjectMask } from '../layers/subject-mask.ts';

export interface PetModels {
  /** See `detectBoxes`. */
  detector: Model;
  /** See `fitMesh`; asked for only where a person is seen at an animal's face. */
  mesh: () => Promise<Model>;
  cascade: Cascade;
}

/** Least score of a pet whose face is searched for. Of 31 photos of one, 30 had more. */
const LEAST_SCORE = 0.3;
/** Where a person of this score is and no pet of that one, whatever the cascade sees in a face or a hat is no animal. */
const SURE_PERSON = 0.4;
const LEAST_ON_PERSON = 0.2;
/**
 * A face of so many overlapping detections of the cascade is an animal's whatever is seen there, such as a drawing: of 32 photos of things
 * the cascade found a face in three, of five detections each, in a drawn cat one of 27.
 */
const SURE_PLACES = 12;
/** Pets of which a face is searched for, the best scores first. */
const MOST_PETS = 2;
/**
 * A detector of people's faces finds many of dogs, too, but with less confidence. Where a pet is, a box of this score is looked at
 * a second time from close by, and must be found again with the higher score.
 */
const FIRST_SCORE = 0.3;
const SECOND_SCORE = 0.5;
const MOST_LOOKS = 3;
/** Least size of such a box, as a share of the pet's longer side; a smaller one is an eye or a nose. */
const LEAST_SHARE = 0.18;
/** Least distance between the tips of both ears, in sides of the face. */
const LEAST_BETWEEN_EARS = 0.6;
/** Side of the cascade's square for the same face. */
const SQUARE = 1.25;
/** Most distance between the middles of an animal's face and of the person's face that it is mistaken for, in sides of the former. */
const MOST_APART = 0.5;

/**
 * Finds the animal on the subject by its face. Where the cascade alone misses it, the cat or dog is found as a whole first, and then the
 * face on it. Undefined if no face is found, or only a person's.
 */
export async function findPet(
  photo: Rgb,
  mask: SubjectMask,
  look: LookForPets,
  models: PetModels,
): Promise<Animal | undefined> {
  const { pets, people } = await look();
  if (pets.length === 0 && people.some(({ score }) => score >= SURE_PERSON)) return undefined;
  const pyramid = buildPyramid(photo);
  const isPersons = (face: AnimalFace) => isFaceOfPerson(face, pyramid, look, models);
  const found = findAnimal(photo, mask, models.cascade);
  if (found && isOfPet(found, pets) && !isOnPerson(found, { pets, people }) && !(await isPersons(found))) return found;
  for (const pet of pets.filter(({ score }) => score >= LEAST_SCORE).slice(0, MOST_PETS)) {
    const animal =
      animalOf(await leaveOut(isPersons, findFaceOfPet(photo, models.cascade, pet)), mask, photo) ??
      animalOf(await leaveOut(isPersons, await findFaceByDetector(pyramid, models.detector, pet)), mask, photo);
    if (animal) return { ...animal, ears: arePair(animal.ears) ? animal.ears : [] };
  }
  return undefined;
}

/** Whether a pet is seen there, too, or the cascade is sure. */
function isOfPet({ x, y, places = 0 }: AnimalFace, pets: readonly Pet[]): boolean {
  return places >= SURE_PLACES || bestScoreAt(pets, x, y) > 0;
}

/** Whether a person is seen there, and no pet. */
function isOnPerson({ x, y }: AnimalFace, { pets, people }: PetsAndPeople): boolean {
  return bestScoreAt(people, x, y) >= SURE_PERSON && bestScoreAt(pets, x, y) < LEAST_ON_PERSON;
}

/** Whether a person is seen there, pet or not, and the face mesh finds a face that counts as a person's. */
async function isFaceOfPerson(
  face: AnimalFace,
  pyramid: Pyramid,
  look: LookForPets,
  models: PetModels,
): Promise<boolean> {
  const { people } = await look();
  if (bestScoreAt(people, face.x, face.y) < SURE_PERSON) return false;
  const fit = await fitMesh(await models.mesh(), pyramid, { ...face, size: face.side / SQUARE });
  const { x, y } = placeOf(fit);
  const isThere = Math.hypot(x - face.x, y - face.y) <= MOST_APART * face.side;
  return isThere && minConfidence(fit) >= CERTAIN && (await facesOfPeople([fit], look)).length > 0;
}

async function leaveOut(
  isPersons: (face: AnimalFace) => Promise<boolean>,
  faces: readonly AnimalFace[],
): Promise<AnimalFace[]> {
  const left: AnimalFace[] = [];
  for (const face of faces) if (!(await isPersons(face))) left.push(face);
  return left;
}

/** The place of such a face is less exact: one ear alone, or two close together, may be anything that stands out beside it. */
function arePair([left, right]: readonly Ear[]): boolean {
  return left !== undefined && right !== undefined && right.tip.x - left.tip.x >= LEAST_BETWEEN_EARS;
}

async function findFaceByDetector(pyramid: Pyramid, detector: Model, pet: Pet): Promise<AnimalFace[]> {
  const longer = Math.max(pet.right - pet.left, pet.bottom - pet.top);
  const boxes = suppressOverlaps(await detectBoxes(detector, pyramid, squareAround(pet), FIRST_SCORE));
  const likely = boxes.filter(({ x, y, size }) => size >= LEAST_SHARE * longer && isWithin(pet, x, y));
  const faces: AnimalFace[] = [];
  for (const box of likely.slice(0, MOST_LOOKS)) {
    const closer = { x: box.x, y: box.y, side: 2.5 * box.size, angle: 0 };
    const again = suppressOverlaps(await detectBoxes(detector, pyramid, closer, SECOND_SCORE)).find(
      (other) => isWithin(pet, other.x, other.y) && isSame(box, other),
    );
    if (again) faces.push({ x: again.x, y: again.y, side: SQUARE * again.size, angle: again.angle });
  }
  return faces;
}

function isSame(a: FaceBox, b: FaceBox): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < 0.4 * a.size && Math.abs(Math.log(a.size / b.size)) < 0.5;
}
