import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createField, type Field } from '../field.ts';
import type { MotionName } from './choose-motion.ts';
import { placeFields, planMotion } from './plan-motion.ts';

const SIZE = { width: 720, height: 960 };
const PERSON = { left: 120, right: 610, top: 180, bottom: 955, isCutOff: true };
const MOTIONS: MotionName[] = ['idle', 'zoom', 'pet-breathe', 'pet-tilt'];
const SEEDS = [0, 1, 2, 3, 99, 4294967295];

describe('every motion, with every seed', () => {
  test('keeps the film covered: no frame shows anything from beyond the picture', () => {
    eachFilm((at) => {
      for (const progress of [0, 0.1, 0.33, 0.5, 0.8, 1]) {
        const { background } = at(progress);
        const inside = (positions: Float32Array, side: number, step: (node: number) => number) =>
          positions.every((position, node) => step(node) > side - 1 || (position > -0.01 && position < side - 0.99));
        assert.ok(inside(background.x, SIZE.width, (node) => (node % background.columns) * 8));
        assert.ok(inside(background.y, SIZE.height, (node) => Math.floor(node / background.columns) * 8));
      }
    });
  });

  test('starts from the photo at rest', () => {
    eachFilm((at) => assert.ok(distance(at(0).subject, atRest()) < 0.01));
  });

  test('ends a loop as it began', () => {
    eachFilm((at, { loop }) => {
      if (loop) assert.ok(distance(at(1).subject, at(0).subject) < 0.01);
    });
  });

  test('moves no point by more than a few pixels from one frame to the next', () => {
    eachFilm((at) => {
      for (let frame = 1; frame < 120; frame += 3) {
        const step = distance(at(frame / 119).subject, at((frame - 1) / 119).subject);
        assert.ok(step < 5, `frame ${frame}: ${step} pixels`);
      }
    });
  });

  test('never folds the subject over itself', () => {
    eachFilm((at) => {
      for (const progress of [0.2, 0.4, 0.6, 1]) {
        const { x, columns } = at(progress).subject;
        for (let node = 1; node < x.length; node++) {
          if (node % columns !== 0) assert.ok((x[node] ?? 0) > (x[node - 1] ?? 0), `${progress}`);
        }
      }
    });
  });

  test('shows something that a customer sees', () => {
    eachFilm((at) =>
      assert.ok(Math.max(...[0.3, 0.5, 0.7].map((progress) => distance(at(progress).subject, atRest()))) > 8),
    );
  });
});

test('an idle film parts the subject from the background, a zoom does not', () => {
  const { background, subject } = film('idle', 5)(0.5);
  assert.ok(distance(background, subject) > 4);
  const zoom = film('zoom', 5)(0.5);
  assert.equal(distance(zoom.background, zoom.subject), 0);
});

test('a zoom cuts nobody off: heads near the edges stay in the picture, and it still moves in', () => {
  for (const heads of [
    { left: 0.04, right: 0.95, top: 0.2, bottom: 0.5 },
    { left: 0.3, right: 0.6, top: 0.06, bottom: 0.93 },
    { left: 0.7, right: 0.98, top: 0.02, bottom: 0.3 },
  ]) {
    for (const seed of SEEDS) {
      const request = { motion: 'zoom', seed, duration: 5, loop: false } as const;
      const end = planMotion(request, SIZE, PERSON, heads).camera(1);
      assert.ok(end.scale > 1.059, `${end.scale}`);
      const at = (share: number, side: number, moved: number) => side / 2 + (share - 0.5) * side * end.scale + moved;
      assert.ok(at(heads.left, SIZE.width, end.x) > -1, `left, seed ${seed}`);
      assert.ok(at(heads.right, SIZE.width, end.x) < SIZE.width + 1, `right, seed ${seed}`);
      assert.ok(at(heads.top, SIZE.height, end.y) > -1, `top, seed ${seed}`);
      assert.ok(at(heads.bottom, SIZE.height, end.y) < SIZE.height + 1, `bottom, seed ${seed}`);
    }
  }
});

test('who stands at the side is not cut off by a camera that drifts, nor is one of two who stand at either', () => {
  const leaves = (subject: typeof PERSON, seed: number) => {
    const request = { motion: 'idle', seed, duration: 5, loop: false } as const;
    const { scale, x } = planMotion(request, SIZE, subject).camera(1);
    const at = (place: number) => SIZE.width / 2 + (place - SIZE.width / 2) * scale + x;
    return [-at(subject.left), at(subject.right) - SIZE.width];
  };
  for (const seed of SEEDS) {
    for (const [left, right] of [
      [0, 300],
      [430, SIZE.width],
      [20, 690],
    ] as const) {
      assert.ok(
        leaves({ ...PERSON, left, right }, seed).every((pixels) => pixels < 0.01),
        `${left} to ${right}`,
      );
    }
    const [left, right] = leaves({ ...PERSON, left: 0, right: SIZE.width }, seed);
    assert.ok(Math.abs(left! - right!) < 0.01 && left! < 0.04 * SIZE.width);
  }
});

test('ten versions of one effect are ten different films', () => {
  const versions = Array.from({ length: 10 }, (_, seed) => film('idle', seed));
  versions.forEach((one, i) => {
    for (const other of versions.slice(i + 1)) {
      const apart = [0.3, 0.6, 0.9].map((progress) => distance(one(progress).subject, other(progress).subject));
      assert.ok(Math.max(...apart) > 4, `${Math.max(...apart)} pixels`);
    }
  });
});

type At = (progress: number) => { background: Field; subject: Field };

function eachFilm(check: (at: At, made: { motion: MotionName; loop: boolean }) => void): void {
  for (const motion of MOTIONS) {
    for (const seed of SEEDS) {
      for (const loop of [false, true]) check(film(motion, seed, loop), { motion, loop });
    }
  }
}

function film(name: MotionName, seed: number, loop = false): At {
  const motion = planMotion({ motion: name, seed, duration: 5, loop }, SIZE, PERSON);
  return (progress) => {
    const background = createField(SIZE.width, SIZE.height);
    const subject = createField(SIZE.width, SIZE.height);
    placeFields(motion, progress, SIZE, background, subject);
    return { background, subject };
  };
}

function atRest(): Field {
  const field = createField(SIZE.width, SIZE.height);
  return {
    ...field,
    x: field.x.map((_, node) => (node % field.columns) * 8),
    y: field.y.map((_, node) => Math.floor(node / field.columns) * 8),
  };
}

/** The furthest that any point lies from its place in the other field, in film pixels. */
function distance(one: Field, other: Field): number {
  return one.x.reduce(
    (most, x, i) => Math.max(most, Math.hypot(x - (other.x[i] ?? 0), (one.y[i] ?? 0) - (other.y[i] ?? 0))),
    0,
  );
}
