import assert from 'node:assert/strict';
import { test } from 'vitest';
import sharp from 'sharp';
import { drawCat } from '../../../test/draw-cat.ts';
import { groupHeads } from '../../../test/group-heads.ts';
import { GROUP_PHOTO } from '../../../test/photos.ts';
import { rawRgb } from '../../node/photo/read-photo.ts';
import type { Model } from '../model.ts';
import type { Rgb } from '../picture/sample-crop.ts';
import { animalOf, findAnimal, onHead, placeAnimal, topOfHead, type Animal } from './find-animal.ts';
import { findAnimalFaces } from './find-animal-face.ts';
import { findPet } from './find-pet.ts';
import { findPetsAndPeople } from './find-pets.ts';
import { loadCatFace, loadFaceModels } from '../../node/load-models.ts';

const cascade = await loadCatFace();
const cat = await read(await drawCat());
/** The drawn cat's mask: head, ears and body. */
const OUTLINE = `<path d="M285 420 L250 190 L410 310 Z M615 420 L650 190 L490 310 Z M250 1000 C240 760 320 640 450 640 C580 640 660 760 650 1000 Z"/>
  <ellipse cx="450" cy="470" rx="205" ry="190"/>`;
const outline = maskOf(OUTLINE);

test('a frontal cat is found with the tips of its ears', async () => {
  const animal = findAnimal(cat, await outline, cascade)!;
  assert.ok(Math.hypot(animal.x - 450, animal.y - 490) < 30, `${animal.x}, ${animal.y}`);
  assert.ok(animal.side > 330 && animal.side < 450, `${animal.side}`);
  const tips = animal.ears.map(({ tip }) => onHead(animal, tip));
  assert.equal(tips.length, 2);
  assert.ok(near(tips[0]!, 255, 210) && near(tips[1]!, 645, 210), JSON.stringify(tips));
  assert.ok(Math.abs(topOfHead(animal) - 200) < 20, `the head ends at ${topOfHead(animal)}`);
});

test('a tilted head of a cat is found with its angle', async () => {
  const askew = await sharp(await drawCat())
    .rotate(20, { background: '#3d5f2f' })
    .png()
    .toBuffer();
  const [face] = findAnimalFaces(await read(askew), cascade);
  assert.ok(Math.abs(face!.angle - (20 * Math.PI) / 180) < 0.01, `${face?.angle}`);
});

test('a face outside the subject, or covering little of it, is ignored', async () => {
  const strip = await maskOf('<rect y="460" width="900" height="60"/>');
  assert.equal(findAnimal(cat, strip, cascade), undefined, 'a strip of it');
  assert.equal(findAnimal(cat, await maskOf('<rect y="700" width="900" height="300"/>'), cascade), undefined);
  assert.equal(
    findAnimal(cat, await maskOf('<rect width="900" height="1000"/>', 3), cascade),
    undefined,
    'no alpha to speak of',
  );
});

test('ears count only if they are large enough in the photo to be seen to twitch', async () => {
  const face = { x: 450, y: 490, side: 390, angle: 0 };
  const photo = { width: 900, height: 1000 };
  assert.equal(animalOf([face], await outline, photo)?.ears.length, 2);
  const mask = await maskOf(`<g transform="scale(0.3)">${OUTLINE}</g>`);
  const far = { ...face, x: 135, y: 147, side: 117 };
  assert.deepEqual(animalOf([far], mask, photo)?.ears, []);
});

test('no ears are found where none stand above the outline', async () => {
  const animal = findAnimal(cat, await maskOf('<ellipse cx="450" cy="470" rx="215" ry="200"/>'), cascade);
  assert.deepEqual(animal?.ears, []);
});

test('five people on a staircase are not taken for animals', async () => {
  assert.deepEqual(findAnimalFaces(await read(GROUP_PHOTO), cascade), []);
});

/** A model of whole animals that sees a cat or dog of these scores, 64 of the 416 pixels wide, and a person in the middle of every picture. */
const seeing = (scores: { cat?: number; dog?: number; person?: number }): Model => ({
  run: async () => {
    const grid = [52, 26, 13].map((side) => ({
      classes: new Float32Array(side ** 2 * 80),
      distances: new Float32Array(side ** 2 * 44),
    }));
    const middle = 6 * 13 + 6;
    const { classes, distances } = grid[2]!;
    Object.entries({ person: 0, cat: 15, dog: 16 }).forEach(([name, index]) => {
      classes[middle * 80 + index] = scores[name as keyof typeof scores] ?? 0;
    });
    for (let side = 0; side < 4; side++) distances[middle * 44 + side * 11 + 1] = 60;
    return [...grid.map((one) => one.classes), ...grid.map((one) => one.distances)];
  },
});
const mesh = async () => (await loadFaceModels()).mesh;
/** The face mesh, as unsure as of animals in photos; it takes the drawn cat for a person. */
const unsureMesh = async (): Promise<Model> => {
  const known = await mesh();
  return {
    run: async (...input) => {
      const outputs = await known.run(...input);
      return outputs.map((output) => (output.length === 1 ? output.map((confidence) => confidence - 10) : output));
    },
  };
};
const detector: Model = { run: async () => [512, 384, 8192, 6144].map((length) => new Float32Array(length).fill(-9)) };

test('a cat and a dog in one place are one animal, in pixels of the photo', async () => {
  const { pets, people } = await findPetsAndPeople(
    { data: new Uint8Array(832 * 416 * 3), width: 832, height: 416 },
    seeing({ cat: 0.3, dog: 0.75, person: 0.5 }),
  );
  assert.deepEqual([pets.length, people.map(({ score }) => score)], [1, [0.5]]);
  const { left, top, right, bottom, score } = pets[0]!;
  assert.deepEqual([left, top, right, bottom, score].map(Math.round), [352, 144, 480, 272, 1]);
});

test('the face of a pet that is too small for the cascade alone is found on the pet', async () => {
  const small = await sharp(await drawCat())
    .resize(279, 310)
    .toBuffer();
  const meadow = sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#3d5f2f' } });
  const photo = await read(
    await meadow
      .composite([{ input: small, left: 860, top: 845 }])
      .png()
      .toBuffer(),
  );
  const mask = await maskOf(`<g transform="translate(387 422.5) scale(0.1395 0.155)">${OUTLINE}</g>`);
  const find = async (model: Model) =>
    findPet(photo, mask, () => findPetsAndPeople(photo, model), { detector, mesh, cascade });
  assert.equal(await find(seeing({})), undefined);
  const animal = await find(seeing({ dog: 0.6 }));
  assert.ok(animal && Math.hypot(animal.x - 1000, animal.y - 997) < 15, JSON.stringify(animal));
  assert.deepEqual(animal.ears, [], 'too small in the photo to be seen to twitch');
});

test('what hardly looks like an animal to the cascade is one only if a pet is seen there, too', async () => {
  const blurred = await read(
    await sharp(await drawCat())
      .blur(12)
      .toBuffer(),
  );
  const find = async (photo: Rgb, model: Model) =>
    findPet(photo, await outline, () => findPetsAndPeople(photo, model), { detector, mesh: unsureMesh, cascade });
  assert.equal(await find(blurred, seeing({})), undefined);
  assert.ok(await find(blurred, seeing({ cat: 0.17 })));
  assert.ok(await find(cat, seeing({})), 'a drawing, which only the cascade knows');
});

test('a person whom the cascade takes for an animal is none', async () => {
  const find = async (model: Model) =>
    findPet(cat, await outline, () => findPetsAndPeople(cat, model), { detector, mesh: unsureMesh, cascade });
  assert.equal(await find(seeing({ person: 0.7 })), undefined);
  assert.equal(await find(seeing({ person: 0.7, cat: 0.17 })), undefined, 'a person with a hat that might be a cat');
  assert.ok(await find(seeing({ person: 0.7, cat: 0.2 })), 'a person with a cat');
  assert.ok(await find(seeing({ person: 0.3, cat: 0.17 })), 'a cat that is hard to see');
});

test("a person's face before a pet is not taken for the pet's", async () => {
  const { rgb, heads } = await groupHeads();
  const [face] = heads;
  const side = Math.round(6 * face!.width);
  const [x, y] = [face!.places[4 * 2]!, face!.places[4 * 2 + 1]!].map(Math.round) as [number, number];
  // A square around the face, grey where the photo ends.
  const data = new Uint8Array(side * side * 3).fill(128);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side * 3; column++) {
      const [fromX, fromY] = [x + Math.floor(column / 3) - (side >> 1), y + row - (side >> 1)];
      if (fromX < 0 || fromY < 0 || fromX >= rgb.width || fromY >= rgb.height) continue;
      data[row * side * 3 + column] = rgb.data[(fromY * rgb.width + fromX) * 3 + (column % 3)]!;
    }
  }
  const photo = { data, width: side, height: side };
  const mask = await maskOf('<ellipse cx="450" cy="500" rx="90" ry="130"/>');
  const find = async (scores: { dog: number; person: number }) =>
    findPet(photo, mask, () => findPetsAndPeople(photo, seeing(scores)), {
      ...(await loadFaceModels()),
      mesh,
      cascade,
    });
  assert.ok(await find({ dog: 0.6, person: 0.3 }), 'hardly a person is seen');
  assert.equal(await find({ dog: 0.6, person: 0.5 }), undefined);
});

test('an ear outside the frame is ignored', () => {
  const ear = (x: number) => ({ tip: { x, y: -0.8 }, skull: -0.5 });
  const animal: Animal = { x: 100, y: 200, side: 200, angle: 0, ears: [ear(-0.45), ear(0.45)], crown: -0.8 };
  const place = (x: number, y: number): [number, number] => [x * 0.5, y * 0.5];
  const placed = placeAnimal(animal, place, { width: 400, height: 300 });
  assert.deepEqual([placed.x, placed.y, placed.side], [50, 100, 100]);
  assert.deepEqual(placed.ears, [ear(0.45)]);
});

function near({ x, y }: { x: number; y: number }, toX: number, toY: number): boolean {
  return Math.hypot(x - toX, y - toY) < 40;
}

async function read(picture: string | Buffer): Promise<Rgb> {
  const { data, info } = await sharp(picture)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function maskOf(shapes: string, alpha = 255) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 900 1000" preserveAspectRatio="none" fill="#fff">${shapes}</svg>`;
  const drawn = await rawRgb(sharp(Buffer.from(svg)).flatten({ background: '#000' }));
  const values = Uint8Array.from({ length: 256 * 256 }, (_, i) => Math.round((drawn[i * 3]! / 255) * alpha));
  return { width: 256, height: 256, alpha: values };
}
