import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { MeshFit } from '../face/fit-mesh.ts';
import { facesOfPeople } from './faces-of-people.ts';
import type { Detection } from './find-pets.ts';

/** A face from (100, 100) to (300, 300), as sure as that of an animal. */
const face = faceAt(200, [18, 20]);
const around = (score: number): Detection => ({ left: 50, top: 50, right: 700, bottom: 700, score });
const beside = (score: number): Detection => ({ left: 210, top: 50, right: 700, bottom: 700, score });

test('a face on a cat or dog in which hardly a person is seen is no face of a person', async () => {
  assert.deepEqual(await kept([face], [around(0.5)], []), []);
  assert.deepEqual(await kept([face], [around(0.5)], [around(0.2)]), [], 'a little of one');
  assert.deepEqual(await kept([face], [around(0.5)], [beside(0.8)]), [], 'somebody beside the animal');
});

test('a person keeps the face with a pet before or beside it, and where neither is seen', async () => {
  const people: Record<string, [pets: Detection[], people: Detection[]]> = {
    'a cat before a person': [[around(0.5)], [around(0.6)]],
    'a person who is seen less clearly than the cat': [[around(0.5)], [around(0.35)]],
    'a dog beside the face': [[beside(0.9)], []],
    'a dog that is doubtful': [[around(0.25)], []],
    nobody: [[], []],
  };
  for (const [name, [pets, seen]] of Object.entries(people)) {
    assert.deepEqual(await kept([face], pets, seen), [face], name);
  }
});

test("a face on what may be a pet is looked at from close by, and is an animal's if hardly a person is seen there", async () => {
  const held = { pets: [around(0.4)], people: [around(0.66)] };
  const keptFrom = (close: { pets: Detection[]; people: Detection[] }) =>
    facesOfPeople([face], (area) => {
      if (!area) return Promise.resolve(held);
      assert.deepEqual(area, { x: 200, y: 200, side: 600, angle: 0 });
      return Promise.resolve(close);
    });
  assert.deepEqual(await keptFrom({ pets: [around(0.68)], people: [around(0.24)] }), []);
  assert.deepEqual(await keptFrom({ pets: [around(0.5)], people: [around(0.54)] }), [face]);
  assert.deepEqual(await keptFrom({ pets: [], people: [] }), [face]);
});

test('of a crowd no more than the six largest faces are looked at from close by', async () => {
  const crowd = Array.from({ length: 20 }, () => face);
  let looks = 0;
  const left = await facesOfPeople(crowd, (area) => {
    if (area) looks += 1;
    return Promise.resolve(area ? { pets: [around(0.7)], people: [] } : { pets: [around(0.2)], people: [] });
  });
  assert.deepEqual([looks, left.length], [6, 14]);
});

test('only the face of the person is kept beside that of a pet', async () => {
  const person = faceAt(900, [20, 21]);
  const seen = await kept([face, person], [around(0.5)], [{ ...around(0.7), left: 750, right: 1000 }]);
  assert.deepEqual(seen, [person]);
});

test('pets are not searched for if the face mesh is sure of all faces, and do not outvote it', async () => {
  const sure = faceAt(200, [26, 31]);
  const never = () => Promise.reject(new Error('searched for'));
  const noCloser = (area?: unknown) => (area ? never() : Promise.resolve({ pets: [beside(0.9)], people: [] }));
  assert.deepEqual(await facesOfPeople([face], noCloser), [face], 'no pet is where the face is');
  assert.deepEqual(await facesOfPeople([sure], never), [sure]);
  assert.deepEqual(await facesOfPeople([], never), []);
  assert.deepEqual(await kept([sure, face], [around(0.9)], []), [sure]);
});

function kept(faces: readonly MeshFit[], pets: Detection[], people: Detection[]): Promise<MeshFit[]> {
  return facesOfPeople(faces, () => Promise.resolve({ pets, people }));
}

function faceAt(middle: number, confidence: [number, number]): MeshFit {
  const points = Float32Array.of(middle - 100, 100, 0, middle + 100, 300, 0);
  return { points, confidence, features: new Float32Array() };
}
