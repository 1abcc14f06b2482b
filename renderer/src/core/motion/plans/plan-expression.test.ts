import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Expression } from '../../rig/pose-face.ts';
import { FACE_EFFECTS } from '../../effects.ts';
import type { FaceTraits } from '../expression-track.ts';
import { FRONTAL, frames, perform, range, SEEDS, yawOf } from '../../../../test/perform.ts';
import { planExpression } from './plan-expression.ts';

describe('every effect of a face, with every seed', () => {
  test('begins at rest, and in a loop ends at rest', () => {
    for (const effect of FACE_EFFECTS) {
      for (const seed of SEEDS) {
        assert.ok(most(perform(effect, seed, false)(0)) < 1e-6, `${effect} ${seed}`);
        const looped = perform(effect, seed, true);
        assert.ok(most(looped(1)) < 1e-6 && most(looped(0)) < 1e-6, `${effect} ${seed} in a loop`);
      }
    }
  });

  test('moves smoothly from frame to frame', () => {
    for (const effect of FACE_EFFECTS) {
      for (const seed of SEEDS) {
        const at = perform(effect, seed, false);
        for (let frame = 1; frame < 120; frame++) {
          const [before, now] = [at((frame - 1) / 119), at(frame / 119)];
          for (const name of Object.keys(now) as (keyof Expression)[]) {
            const limit = name === 'yaw' || name === 'pitch' || name === 'roll' ? 4 : 0.75;
            const step = Math.abs((now[name] ?? 0) - (before[name] ?? 0));
            assert.ok(step < limit, `${effect} ${seed}: ${name} by ${step} at frame ${frame}`);
          }
        }
      }
    }
  });

  test('does not turn a head turned far aside', () => {
    for (const effect of FACE_EFFECTS) {
      const at = planExpression(
        { effect, seed: 1, duration: 5, loop: false },
        { ...FRONTAL, yaw: -53, canTurn: false },
        0,
      );
      for (let frame = 0; frame < 120; frame++) assert.equal(at(frame / 119).yaw, 0, effect);
    }
  });

  test('differs with another seed', () => {
    for (const effect of FACE_EFFECTS) {
      const films = Array.from({ length: 10 }, (_, seed) => trace(perform(effect, seed, false)));
      films.forEach((one, i) => {
        for (const other of films.slice(i + 1)) {
          const apart = Math.max(...one.map((value, k) => Math.abs(value - (other[k] ?? 0))));
          assert.ok(apart > 0.1, `${effect}: ${apart}`);
        }
      });
    }
  });
});

test('a surprised face opens its eyes wide and does not blink meanwhile', () => {
  for (const seed of SEEDS)
    for (const index of [0, 1, 2]) {
      const at = planExpression({ effect: 'surprise', seed, duration: 5, loop: false }, FRONTAL, index);
      const film = frames().map(at);
      const widest = Math.max(...film.map(({ jaw = 0 }) => jaw));
      for (const { jaw = 0, leftLid = 0, rightLid = 0 } of film)
        if (jaw > 0.9 * widest) assert.ok(leftLid < -0.1 && rightLid < -0.1, `${seed} ${index}: ${leftLid}`);
    }
});

test('a look of surprise raises the brows, which rest behind glasses because they would bend the rims', () => {
  const raised = (rims: number) => {
    const at = planExpression({ effect: 'surprise', seed: 1, duration: 5, loop: false }, { ...FRONTAL, rims }, 0);
    return Math.max(...frames().map((progress) => at(progress).brows ?? 0));
  };
  assert.ok(raised(0) > 0.9);
  assert.equal(raised(1), 0);
});

test('a wink shuts one eye and leaves the other alone', () => {
  for (const seed of SEEDS) {
    const at = perform('wink', seed, false);
    const lids = frames().map((progress) => [at(progress).leftLid ?? 0, at(progress).rightLid ?? 0] as const);
    const [left, right] = [Math.max(...lids.map(([lid]) => lid)), Math.max(...lids.map(([, lid]) => lid))];
    assert.ok(Math.max(left, right) > 0.9 && Math.min(left, right) === 0, `${left} and ${right}`);
  }
});

test('winks of different seeds take different sides', () => {
  const sides = new Set(
    SEEDS.map((seed) => Math.max(...frames().map((at) => perform('wink', seed, false)(at).leftLid ?? 0)) > 0.5),
  );
  assert.equal(sides.size, 2);
});

test('the eye that winks is wider open, nearer to the viewer, or has the brighter lid', () => {
  const winks = (traits: Partial<FaceTraits>) =>
    SEEDS.map((seed) => {
      const at = planExpression({ effect: 'wink', seed, duration: 5, loop: false }, { ...FRONTAL, ...traits }, 0);
      return Math.max(...frames().map((progress) => at(progress).leftLid ?? 0)) > 0.5 ? 'left' : 'right';
    });
  assert.deepEqual(new Set(winks({ eyesOpen: [0.1, 0.3] })), new Set(['right']));
  assert.deepEqual(new Set(winks({ eyesOpen: [0.3, 0.1], yaw: -30 })), new Set(['left']));
  assert.deepEqual(new Set(winks({ yaw: 30 })), new Set(['left']));
  assert.deepEqual(new Set(winks({ lidContrasts: [0, 0.3] })), new Set(['right']));
  assert.equal(new Set(winks({ lidContrasts: [0.3, 0.25] })).size, 2);
});

test('a small mouth smiles wider than a large one', () => {
  const widest = (traits: Partial<FaceTraits>) => {
    const at = planExpression({ effect: 'smile', seed: 1, duration: 5, loop: false }, { ...FRONTAL, ...traits }, 0);
    return Math.max(...frames().map((progress) => at(progress).stretch ?? 0));
  };
  assert.ok(widest({ width: 200 }) < 0.001);
  assert.ok(widest({ width: 200, mouthGap: 0.1 }) < 0.001);
  assert.ok(widest({ width: 60 }) > 0.1);
  assert.ok(widest({ width: 60, mouthGap: 0.1 }) > 0.07);
  assert.ok(widest({ width: 130 }) > 0.05, 'one of middle size is no large one yet');
  assert.ok(
    widest({ width: 100, grin: 1 }) > 2 * widest({ width: 100 }),
    'lips that smile already have little else to do',
  );
  assert.ok(widest({ width: 200, raised: -0.3 }) > 0.15, 'a large one does where it is seen from above');
});

test('a large frontal face smiles less strongly than a small or turned one', () => {
  const most = (traits: Partial<FaceTraits>) => {
    const at = planExpression({ effect: 'smile', seed: 1, duration: 5, loop: false }, { ...FRONTAL, ...traits }, 0);
    return Math.max(...frames().map((progress) => at(progress).smile ?? 0));
  };
  for (const mouthGap of [0, 0.1]) {
    assert.ok(most({ width: 200, mouthGap }) < 0.88);
    assert.ok(most({ width: mouthGap ? 30 : 40, mouthGap }) > 0.95);
    assert.ok(most({ width: 200, mouthGap, yaw: 35, mirrored: 0 }) > 0.9);
    assert.ok(most({ width: 200, mouthGap, yaw: -35, mirrored: 0 }) > 0.9);
    assert.ok(most({ width: 200, mouthGap, raised: 0.25 }) > 0.95, 'seen from below');
    assert.ok(most({ width: 200, mouthGap, raised: -0.3 }) > 0.9, 'seen from above');
  }
  assert.ok(most({ width: 200, yaw: 35 }) > 0.9, 'shut lips that turn back');
  assert.ok(most({ width: 200, mouthGap: 0.1, yaw: 35 }) < 0.88, 'a laughing mouth that turns back');
  assert.ok(most({ width: 200, grin: 1 }) > 0.93, 'lips that smile already');
  assert.ok(most({ width: 200, grin: 1, mouthGap: 0.1 }) < 0.88, 'but not if they show teeth');
});

test('a turned head turns towards the viewer to smile', () => {
  for (const seed of SEEDS) {
    for (const yaw of [20, 28, 35]) {
      const most = -Math.min(...yawOf('smile', seed, { yaw, width: 250 }));
      assert.ok(most > 5.5 && most < 9, `${most} degrees`);
      assert.ok(Math.max(...yawOf('smile', seed, { yaw: -yaw, width: 250 })) > 5.5);
      assert.ok(Math.min(...yawOf('smile', seed, { yaw, width: 150 })) < -10.5, 'a smaller one further');
    }
    assert.ok(range(yawOf('smile', seed, { yaw: 5 })) < 4, 'one from the front does not turn');
    assert.ok(range(yawOf('smile', seed, { yaw: 35, mirrored: 0.1 })) < 3, 'nor where what it hid would be made up');
    const far = { yaw: 42, width: 150 };
    assert.ok(
      Math.min(...yawOf('smile', seed, { ...far, beyondNose: 0.2 })) < -10.5,
      'one whose far cheek is in sight',
    );
    assert.ok(
      range(yawOf('smile', seed, { ...far, beyondNose: 0.13 })) < 3,
      'nor where it would get a second far cheek',
    );
  }
});

test('cheek and brow wink more strongly if the eye is narrow or its lid faint', () => {
  const pressed = (open: number, contrast = 0.6) => {
    const traits = { ...FRONTAL, eyesOpen: [open, open] as const, lidContrasts: [contrast, contrast] as const };
    const at = planExpression({ effect: 'wink', seed: 1, duration: 5, loop: false }, traits, 0);
    return Math.max(...frames().map((progress) => (at(progress).leftCheek ?? 0) + (at(progress).rightCheek ?? 0)));
  };
  assert.ok(pressed(0.2) > 1.2 * pressed(0.35), `${pressed(0.2)} and ${pressed(0.35)}`);
  assert.ok(
    pressed(0.35, 0.2) > 1.3 * pressed(0.35),
    `${pressed(0.35, 0.2)} where the lid is hardly brighter than the eye`,
  );
  assert.ok(pressed(0.35, 0) > 1.25 * pressed(0.35, 0.2), `${pressed(0.35, 0)} where it is as dark`);
});

test('a wink behind glasses moves neither cheek nor brow, which would bend the rim', () => {
  for (const seed of SEEDS) {
    const traits = { ...FRONTAL, rims: 1, eyesOpen: [0.2, 0.2] as const };
    const at = planExpression({ effect: 'wink', seed, duration: 5, loop: false }, traits, 0);
    for (const { leftCheek = 0, rightCheek = 0, leftFrown = 0, rightFrown = 0 } of frames().map(at))
      assert.equal(leftCheek + rightCheek + leftFrown + rightFrown, 0);
    assert.ok(Math.max(...frames().map((progress) => at(progress).leftLid ?? at(progress).rightLid ?? 0)) > 0.9);
  }
});

test('eyes behind dark glasses do not move', () => {
  for (const effect of FACE_EFFECTS) {
    const traits = { ...FRONTAL, eyesHidden: true };
    const at = planExpression({ effect, seed: 1, duration: 5, loop: false }, traits, 0);
    for (const expression of frames().map(at)) {
      const { leftLid, rightLid, gaze } = expression;
      assert.deepEqual([leftLid, rightLid, gaze], [0, 0, 0], effect);
      if (effect === 'wink') assert.equal(most(expression), 0);
    }
  }
});

test('mouth and cheeks behind a mask do not move', () => {
  for (const effect of FACE_EFFECTS) {
    const traits = { ...FRONTAL, mouthHidden: true, beside: 1 };
    const at = planExpression({ effect, seed: 1, duration: 5, loop: false }, traits, 0);
    for (const expression of frames().map(at)) {
      const { smile, stretch, jaw, pucker, kiss, seal, leftCheek, rightCheek } = expression;
      assert.deepEqual(new Set([smile, stretch, jaw, pucker, kiss, seal, leftCheek, rightCheek]), new Set([0]), effect);
    }
    const shut = Math.max(...frames().map((progress) => at(progress).leftLid ?? at(progress).rightLid ?? 0));
    if (effect === 'wink') assert.ok(shut > 0.9, 'the eye winks all the same');
  }
});

test('closed lips stay closed in a laugh, open ones open further', () => {
  const jaw = (mouthGap: number) => {
    const at = planExpression({ effect: 'laugh', seed: 1, duration: 5, loop: false }, { ...FRONTAL, mouthGap }, 0);
    return Math.max(...frames().map((progress) => at(progress).jaw ?? 0));
  };
  assert.equal(jaw(0), 0);
  assert.ok(jaw(0.08) > 0.3);
});

test('a laugh shakes: jaw and head move with each of many beats, and the eyes narrow', () => {
  for (const seed of SEEDS) {
    const at = planExpression({ effect: 'laugh', seed, duration: 5, loop: false }, { ...FRONTAL, mouthGap: 0.08 }, 0);
    const laughed = frames().filter((progress) => progress > 0.4);
    const jaws = laughed.map((progress) => at(progress).jaw ?? 0);
    const opened = jaws.filter((jaw, i) => i > 0 && jaw > jaws[i - 1]! && jaw >= (jaws[i + 1] ?? 0));
    assert.ok(opened.length >= 7, `${opened.length} beats in 3 seconds`);
    assert.ok(Math.max(...jaws) > 0.65, `the jaw drops by ${Math.max(...jaws)}`);
    assert.ok(range(jaws) > 0.3, `and moves by ${range(jaws)}`);
    assert.ok(Math.max(...opened) > 1.15 * Math.min(...opened), 'not as evenly as a machine');
    assert.ok(range(laughed.map((progress) => at(progress).pitch ?? 0)) > 2.5, 'the head nods with it');
    for (const lid of ['leftLid', 'rightLid'] as const)
      assert.ok(Math.min(...laughed.map((progress) => at(progress)[lid] ?? 0)) > 0.15, lid);
  }
});

test('a mouth that is wide open already opens less to laugh', () => {
  const jaw = (mouthGap: number) => {
    const at = planExpression({ effect: 'laugh', seed: 1, duration: 5, loop: false }, { ...FRONTAL, mouthGap }, 0);
    return Math.max(...frames().map((progress) => at(progress).jaw ?? 0));
  };
  assert.ok(jaw(0.2) < 0.6 * jaw(0.08));
});

test('an open mouth closes for a kiss', () => {
  const seal = (mouthGap: number) => {
    const at = planExpression({ effect: 'kiss', seed: 1, duration: 5, loop: false }, { ...FRONTAL, mouthGap }, 0);
    return Math.max(...frames().map((progress) => at(progress).seal ?? 0));
  };
  assert.equal(seal(0), 0);
  assert.ok(seal(0.02) > 0.95, 'also where no more than a line of teeth shows');
  assert.ok(seal(0.1) > 0.95);
});

test('a mouth that is opened wide keeps out of a kiss', () => {
  const traits = { ...FRONTAL, mouthGap: 0.28, mouthAgape: true };
  const at = planExpression({ effect: 'kiss', seed: 1, duration: 5, loop: false }, traits, 0);
  for (const { seal = 0, kiss = 0 } of frames().map(at)) assert.deepEqual([seal, kiss], [0, 0]);
});

test('the faces of a group do not move in step', () => {
  const [one, other] = [0, 1].map((index) =>
    trace(planExpression({ effect: 'smile', seed: 1, duration: 5, loop: false }, FRONTAL, index)),
  );
  assert.ok(one!.some((value, i) => Math.abs(value - other![i]!) > 0.1));
});

function most(expression: Expression): number {
  return Math.max(0, ...Object.values(expression).map(Math.abs));
}

/** All values over time, in one array. */
function trace(at: (progress: number) => Expression): number[] {
  return frames().flatMap((progress) => {
    const {
      smile = 0,
      jaw = 0,
      pucker = 0,
      kiss = 0,
      stretch = 0,
      leftLid = 0,
      rightLid = 0,
      yaw = 0,
      pitch = 0,
      roll = 0,
    } = at(progress);
    return [smile, jaw, pucker + kiss - stretch, leftLid, rightLid, yaw / 10, pitch / 10, roll / 3];
  });
}
