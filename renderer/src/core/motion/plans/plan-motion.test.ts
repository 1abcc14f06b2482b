import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Animal } from '../../animal/find-animal.ts';
import { createWarpGrid, type WarpGrid } from '../../picture/warp-grid.ts';
import type { MotionName } from '../choose-motion.ts';
import { fillWarpGrids, planMotion } from './plan-motion.ts';

const SIZE = { width: 720, height: 960 };
const PERSON = { left: 120, right: 610, top: 180, bottom: 955, isCutOff: true };
const ANIMAL = {
  x: 365,
  y: 400,
  side: 300,
  angle: 0.2,
  crown: -0.9,
  ears: [
    { tip: { x: -0.45, y: -0.85 }, skull: -0.55 },
    { tip: { x: 0.42, y: -0.9 }, skull: -0.55 },
  ],
};
/** Its head has room for the largest tilt. */
const SMALL_ANIMAL = { ...ANIMAL, side: 180 };
const MOTIONS = (['idle', 'zoom', 'pet-breathe', 'pet-tilt', 'pet-ears'] as const).flatMap((motion) => [
  ...(motion === 'pet-ears' || motion === 'pet-tilt' ? [] : [{ motion }]),
  ...(motion.startsWith('pet')
    ? [
        { motion, animal: ANIMAL },
        { motion, animal: SMALL_ANIMAL },
      ]
    : []),
]);
/** Pixels: a head that is known tilts further, and an ear flicks. */
const MAX_STEP: Partial<Record<MotionName, number>> = { 'pet-tilt': 7, 'pet-ears': 20 };
const SEEDS = [0, 1, 2, 3, 99, 4294967295];
/** Of the photo's sides: on fewer points every move is the same. Every length is half as long, too. */
const SCALE = 0.5;

const seedsOfRuns = [
  { seeds: [0, 4294967295], tags: [] },
  { seeds: [1, 2, 3, 99], tags: ['full'] },
];
for (const { seeds, tags } of seedsOfRuns) {
  describe(`every motion, with the seeds ${seeds.join(', ')}`, { tags }, () => {
    test('keeps the film covered: no frame shows anything from beyond the picture', () => {
      eachFilm(seeds, (at) => {
        for (const progress of [0, 0.1, 0.33, 0.5, 0.8, 1]) {
          const { background } = at(progress);
          const inside = (positions: Float32Array, side: number, step: (node: number) => number) =>
            positions.every((position, node) => step(node) > side - 1 || (position > -0.01 && position < side - 0.99));
          assert.ok(inside(background.x, SCALE * SIZE.width, (node) => (node % background.columns) * 8));
          assert.ok(inside(background.y, SCALE * SIZE.height, (node) => Math.floor(node / background.columns) * 8));
        }
      });
    });

    test('starts from the photo at rest', () => {
      eachFilm(seeds, (at) => assert.ok(distance(at(0).subject, atRest(SCALE)) < 0.01));
    });

    test('ends a loop as it began', () => {
      eachFilm(seeds, (at, { loop }) => {
        if (loop) assert.ok(distance(at(1).subject, at(0).subject) < 0.01);
      });
    });

    test('moves no point by more than a few pixels from one frame to the next', () => {
      eachFilm(seeds, (at, { motion }) => {
        for (let frame = 1; frame < 120; frame += 3) {
          const step = distance(at(frame / 119).subject, at((frame - 1) / 119).subject) / SCALE;
          assert.ok(step < (MAX_STEP[motion] ?? 5), `${motion}, frame ${frame}: ${step} pixels`);
        }
      });
    });

    test('never folds the subject over itself', () => {
      eachFilm(seeds, (at, { motion }) => {
        for (const progress of [0.2, 0.4, 0.6, 1]) {
          const { x, columns } = at(progress).subject;
          for (let node = 1; node < x.length; node++) {
            if (node % columns !== 0)
              assert.ok(
                (x[node] ?? 0) > (x[node - 1] ?? 0),
                `${motion} at ${progress}: ${node % columns}, ${Math.floor(node / columns)}`,
              );
          }
        }
      });
    });

    test('shows something that a customer sees', () => {
      eachFilm(seeds, (at) =>
        assert.ok(
          Math.max(...[0.3, 0.5, 0.7].map((progress) => distance(at(progress).subject, atRest(SCALE)))) > 8 * SCALE,
        ),
      );
    });
  });
}

test('an idle film parts the subject from the background, a zoom does not', () => {
  const { background, subject } = film('idle', 5)(0.5);
  assert.ok(distance(background, subject) > 4);
  const zoom = film('zoom', 5)(0.5);
  assert.equal(distance(zoom.background, zoom.subject), 0);
});

test('a head whose place is known tilts alone: what is below and beside it keeps nearly still', () => {
  for (const seed of SEEDS) {
    const motion = planMotion(
      { motion: 'pet-tilt', seed, duration: 5, loop: false },
      { size: SIZE, subject: PERSON, animal: ANIMAL },
    );
    const moved = (x: number, y: number) => {
      const sum = { x: 0, y: 0 };
      motion.moves[0]!(0.5)(x, y, sum);
      return Math.hypot(sum.x, sum.y);
    };
    assert.ok(moved(365, 200) > 30, `the top of the head, seed ${seed}`);
    assert.ok(moved(365, 720) < 1 && moved(20, 720) < 1, `the body, seed ${seed}`);
  }
});

test('a head with room around it tilts by 9 to 11 degrees', () => {
  for (const seed of SEEDS) {
    const request = { motion: 'pet-tilt', seed, duration: 5, loop: false } as const;
    const [tilt] = planMotion(request, { size: SIZE, subject: PERSON, animal: SMALL_ANIMAL }).moves;
    const radius = 0.7 * SMALL_ANIMAL.side;
    const angles = Array.from({ length: 101 }, (_, i) => {
      const sum = { x: 0, y: 0 };
      tilt!(i / 100)(SMALL_ANIMAL.x, SMALL_ANIMAL.y, sum);
      return (2 * Math.asin(Math.hypot(sum.x, sum.y) / (2 * radius)) * 180) / Math.PI;
    });
    const most = Math.max(...angles);
    assert.ok(most > 9.1 && most < 11.1, `${most} degrees, seed ${seed}`);
  }
});

/** Of each ear, how far it turns aside at most in each frame of a film of 5 seconds, in film pixels. */
function turnsOfEars(animal: Animal, seed: number): number[][] {
  const request = { motion: 'pet-ears', seed, duration: 5, loop: false } as const;
  const { moves } = planMotion(request, { size: SIZE, subject: PERSON, animal });
  return animal.ears.map(({ tip }, i) =>
    Array.from({ length: 120 }, (_, frame) => {
      const displace = moves[i]!(frame / 119);
      const asides = Array.from({ length: 21 }, (_, step) => {
        const sum = { x: 0, y: 0 };
        displace(animal.x + (tip.x + (step - 10) / 40) * animal.side, animal.y + tip.y * animal.side, sum);
        return Math.abs(sum.x);
      });
      return Math.max(...asides);
    }),
  );
}

test('an ear twitches as far as is seen for its size, for half a second at least', () => {
  for (const side of [300, 90]) {
    for (const seed of SEEDS) {
      const animal = { ...ANIMAL, side, angle: 0 };
      for (const [i, turns] of turnsOfEars(animal, seed).entries()) {
        const height = (animal.ears[i]!.skull - animal.ears[i]!.tip.y) * side;
        const most = Math.max(...turns);
        assert.ok(most > 0.33 * height && most < 0.55 * height, `${most} of ${height} pixels, seed ${seed}`);
        const seen = turns.filter((turn) => turn > 0.25 * height).length;
        assert.ok(seen >= 12, `seen in ${seen} of 120 frames, seed ${seed}`);
      }
    }
  }
});

test('two ears take turns to twitch, and one alone twitches as often', () => {
  for (const seed of SEEDS) {
    const animal = { ...ANIMAL, angle: 0 };
    const [left, right] = turnsOfEars(animal, seed);
    assert.ok(
      left!.every((turn, frame) => Math.min(turn, right![frame]!) < 1),
      `seed ${seed}`,
    );
    const [alone] = turnsOfEars({ ...animal, ears: animal.ears.slice(0, 1) }, seed);
    const twitches = alone!.filter((turn, frame) => turn > 20 && alone![frame - 1]! <= 20).length;
    assert.equal(twitches, 3, `seed ${seed}`);
  }
});

test('the ears prick up, and the face below them keeps still', () => {
  for (const seed of SEEDS) {
    const request = { motion: 'pet-ears', seed, duration: 5, loop: false } as const;
    const { moves } = planMotion(request, { size: SIZE, subject: PERSON, animal: { ...ANIMAL, angle: 0 } });
    const highest = (x: number, y: number) =>
      Math.min(
        ...Array.from({ length: 120 }, (_, frame) => {
          const sum = { x: 0, y: 0 };
          moves.slice(0, 2).forEach((move) => move(frame / 119)(x, y, sum));
          return sum.y;
        }),
      );
    assert.ok(highest(365 - 0.45 * 300, 400 - 0.85 * 300) < -6, `the left tip, seed ${seed}`);
    assert.ok(highest(365 + 0.42 * 300, 400 - 0.9 * 300) < -6, `the right tip, seed ${seed}`);
    assert.equal(highest(365, 400), 0);
  }
});

for (const [what, motion, subject] of [
  ['a zoom', 'zoom', PERSON],
  ['a living picture', 'idle', PERSON],
  ['one that moves as a whole', 'idle', undefined],
] as const) {
  test(`${what} cuts nobody off: heads near the edges stay in the picture, and it still moves in`, () => {
    for (const heads of [
      { left: 0.02, right: 0.98, top: 0.2, bottom: 0.5 },
      { left: 0.3, right: 0.6, top: 0.03, bottom: 0.97 },
      { left: 0.7, right: 0.98, top: 0.02, bottom: 0.3 },
    ]) {
      for (const seed of SEEDS) {
        const request = { motion, seed, duration: 5, loop: false } as const;
        const end = planMotion(request, { size: SIZE, subject, heads }).camera(1);
        assert.ok(end.scale > 1.029, `${end.scale}`);
        const at = (share: number, side: number, moved: number) => side / 2 + (share - 0.5) * side * end.scale + moved;
        assert.ok(at(heads.left, SIZE.width, end.x) > -1, `left, seed ${seed}`);
        assert.ok(at(heads.right, SIZE.width, end.x) < SIZE.width + 1, `right, seed ${seed}`);
        assert.ok(at(heads.top, SIZE.height, end.y) > -1, `top, seed ${seed}`);
        assert.ok(at(heads.bottom, SIZE.height, end.y) < SIZE.height + 1, `bottom, seed ${seed}`);
      }
    }
  });
}

test('a camera moves in at one speed, and starts and stops without a jerk', () => {
  for (const seed of SEEDS) {
    const { camera } = planMotion({ motion: 'zoom', seed, duration: 5, loop: false }, { size: SIZE });
    const speed = (frame: number) => (camera((frame + 1) / 119).scale - camera(frame / 119).scale) / 0.001;
    const full = speed(50);
    assert.ok(full > 0.7 && Math.abs(speed(30) / full - 1) < 0.01 && Math.abs(speed(80) / full - 1) < 0.01, `${full}`);
    assert.ok(speed(0) < 0.05 * full && speed(118) < 0.05 * full);
  }
});

test('nothing but the camera moves the edge of a print', () => {
  const area = { left: 60, top: 40, width: SIZE.width - 120, height: SIZE.height - 80 };
  for (const { motion: name, animal } of MOTIONS) {
    const motion = planMotion(
      { motion: name, seed: 3, duration: 5, loop: false },
      { size: SIZE, area, subject: PERSON, animal },
    );
    const [background, subject] = [createWarpGrid(SIZE.width, SIZE.height), createWarpGrid(SIZE.width, SIZE.height)];
    let moved = 0;
    for (const progress of [0.3, 0.5, 0.8]) {
      fillWarpGrids(motion, progress, { size: SIZE, area }, background, subject);
      for (let node = 0; node < subject.x.length; node++) {
        const [x, y] = [background.x[node]!, background.y[node]!];
        const [right, down] = [x - subject.x[node]!, y - subject.y[node]!];
        const isOut = {
          x: x <= area.left || x >= area.left + area.width - 1,
          y: y <= area.top || y >= area.top + area.height - 1,
        };
        if (isOut.x) assert.equal(right, 0, `${name}: ${x}, ${y}`);
        if (isOut.y) assert.equal(down, 0, `${name}: ${x}, ${y}`);
        if (!isOut.x && !isOut.y) moved = Math.max(moved, Math.hypot(right, down));
      }
    }
    assert.ok(name === 'zoom' || moved > 0.5, `${name} moves ${moved} pixels within`);
  }
});

test('who stands at the side is not cut off by a camera that drifts, nor is one of two who stand at either', () => {
  const leaves = (subject: typeof PERSON, seed: number) => {
    const request = { motion: 'idle', seed, duration: 5, loop: false } as const;
    const { scale, x } = planMotion(request, { size: SIZE, subject }).camera(1);
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
  const versions = Array.from({ length: 10 }, (_, seed) =>
    [0.3, 0.6, 0.9].map((progress) => film('idle', seed)(progress).subject),
  );
  versions.forEach((one, i) => {
    for (const other of versions.slice(i + 1)) {
      const apart = one.map((subject, k) => distance(subject, other[k]!));
      assert.ok(Math.max(...apart) > 4, `${Math.max(...apart)} pixels`);
    }
  });
});

type At = (progress: number) => { background: WarpGrid; subject: WarpGrid };

function eachFilm(seeds: number[], check: (at: At, made: { motion: MotionName; loop: boolean }) => void): void {
  for (const { motion, animal } of MOTIONS) {
    for (const seed of seeds) {
      for (const loop of [false, true]) check(film(motion, seed, loop, animal, SCALE), { motion, loop });
    }
  }
}

function film(name: MotionName, seed: number, loop = false, animal?: Animal, scale = 1): At {
  const size = { width: SIZE.width * scale, height: SIZE.height * scale };
  const subject = { ...PERSON };
  for (const side of ['left', 'right', 'top', 'bottom'] as const) subject[side] *= scale;
  const scaled = animal && { ...animal, x: animal.x * scale, y: animal.y * scale, side: animal.side * scale };
  const motion = planMotion({ motion: name, seed, duration: 5, loop }, { size, subject, animal: scaled });
  return (progress) => {
    const fields = {
      background: createWarpGrid(size.width, size.height),
      subject: createWarpGrid(size.width, size.height),
    };
    fillWarpGrids(motion, progress, { size }, fields.background, fields.subject);
    return fields;
  };
}

function atRest(scale: number): WarpGrid {
  const field = createWarpGrid(SIZE.width * scale, SIZE.height * scale);
  return {
    ...field,
    x: field.x.map((_, node) => (node % field.columns) * 8),
    y: field.y.map((_, node) => Math.floor(node / field.columns) * 8),
  };
}

/** The furthest that any point lies from its place in the other field, in film pixels. */
function distance(one: WarpGrid, other: WarpGrid): number {
  let most = 0;
  for (let i = 0; i < one.x.length; i++) {
    most = Math.max(most, (one.x[i]! - other.x[i]!) ** 2 + (one.y[i]! - other.y[i]!) ** 2);
  }
  return Math.sqrt(most);
}
