import assert from 'node:assert/strict';
import { test } from 'vitest';
import { partnersOf, type SeenHead } from '../frames/stage.ts';
import { abilitiesOf, findPartners, type PlacedFace } from './partners.ts';

/** A face of `width` pixels about a point. */
function faceAt(x: number, y: number, width = 100): PlacedFace {
  const places = Float32Array.from([x - 50, y, x + 50, y]);
  return { places, width, yaw: 0, eyesOpen: [0.3, 0.3] };
}

function sidesOf(heads: readonly PlacedFace[]): number[] {
  return findPartners(heads).map(({ beside }) => beside);
}

test('of three people in a row the nearest two lean in, and the third has nobody to lean to', () => {
  const row = [faceAt(500, 300), faceAt(100, 310), faceAt(640, 320)];
  assert.deepEqual(sidesOf(row), [1, 0, -1]);
  assert.ok(Math.abs(findPartners(row)[0]!.room - 0.4) < 1e-3, 'their faces are 0.4 widths apart');
  assert.deepEqual(
    abilitiesOf(row).map(({ canLean }) => canLean),
    [true, false, true],
  );
});

test('heads do not lean that stand above each other, far apart, cheek to cheek, one before the other, or in profile', () => {
  const one = faceAt(300, 300);
  const others = [
    faceAt(320, 480),
    faceAt(520, 300),
    faceAt(420, 300),
    faceAt(450, 300, 40),
    { ...faceAt(450, 300), yaw: 70 },
  ];
  for (const other of others) {
    const leans = abilitiesOf([one, other]).map(({ canLean }) => canLean);
    assert.deepEqual(leans, [false, false]);
  }
});

test('of a row cheek to cheek nobody leans over the head between, and four of a row lean to no head but the next', () => {
  const row = (...places: number[]) => sidesOf(places.map((x) => faceAt(x, 300)));
  assert.deepEqual(row(100, 200, 300), [0, 0, 0]);
  assert.deepEqual(row(100, 200, 300, 400), [0, 0, 0, 0]);
  assert.deepEqual(row(100, 200, 340), [0, 1, -1]);
  assert.deepEqual(sidesOf([faceAt(100, 300), faceAt(200, 520), faceAt(300, 300)]), [1, 0, -1], 'a child below');
  const turnedAway = { ...faceAt(200, 300), yaw: 70 };
  const leans = abilitiesOf([faceAt(100, 300), turnedAway, faceAt(300, 300)]).map(({ canLean }) => canLean);
  assert.deepEqual(leans, [false, false, false], 'a head that cannot move');
});

test('heads are paired in a small preview as in the film', () => {
  const people = [
    faceAt(500, 300),
    faceAt(100, 310),
    faceAt(640, 320),
    faceAt(850, 305),
    { ...faceAt(300, 900), width: 12 },
  ];
  const drawnAt = 0.25;
  const abilities = abilitiesOf(people);
  const heads = people.map((face, i) => ({ ...face, ...abilities[i]! }) as SeenHead);
  const small = heads.map((face) => ({
    ...face,
    places: face.places.map((place) => place * drawnAt),
    width: face.width * drawnAt,
  }));
  const inFilm = partnersOf({ heads });
  const inPreview = partnersOf({ heads: small });
  assert.deepEqual(
    [inFilm, inPreview].map((partners) => partners.map(({ beside }) => beside)),
    [
      [1, 0, -1, 0],
      [1, 0, -1, 0],
    ],
  );
  assert.ok(Math.abs(inPreview[0]!.room - inFilm[0]!.room) < 1e-3);
});
