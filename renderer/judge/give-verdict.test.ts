import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { shows } from './give-verdict.ts';
import type { FaceStory } from './watch-film.ts';

const SAMPLES = 60;

describe('the judge', () => {
  test('counts a smile that is held, not one that flickers', () => {
    const smile = story({ rise: rising(0.06), widening: rising(0.1) });
    assert.equal(shows('smile', smile, [story({})]), true);
    const flicker = story({ rise: pulse(0.06, 2), widening: pulse(0.1, 2) });
    assert.equal(shows('smile', flicker, [story({})]), false);
    assert.equal(shows('smile', story({ rise: rising(0.06) }), [story({})]), false, 'the mouth has to widen too');
  });

  test('does not count an effect of which a control shows a third', () => {
    const smile = story({ rise: rising(0.06), widening: rising(0.1) });
    assert.equal(shows('smile', smile, [story({ rise: rising(0.03) })]), false);
  });

  test('counts a turn from side to side', () => {
    assert.equal(shows('turn', story({ yaw: [...rising(0.15, 30), ...rising(-0.15, 30)] }), [story({})]), true);
    assert.equal(shows('turn', story({ yaw: rising(0.15) }), [story({})]), false);
  });

  test('distinguishes a wink from a blink and from a turn of the head', () => {
    const shut = pulse(-0.4, 6).map((value) => 1 + value);
    const wink = story({ leftEye: shut });
    assert.equal(shows('wink', wink, [story({})]), true);
    assert.equal(shows('wink', story({ leftEye: shut, rightEye: shut }), [story({})]), false, 'a blink');
    assert.equal(shows('wink', story({ leftEye: shut, yaw: pulse(0.3, 6) }), [story({})]), false, 'a turn');
  });
});

function story(given: Partial<FaceStory>): FaceStory {
  const still = Array.from({ length: SAMPLES }, () => 0);
  const same = still.map(() => 1);
  return {
    width: 200,
    eyes: [],
    yawAtRest: 0,
    rise: still,
    widening: still,
    yaw: still,
    leftEye: same,
    rightEye: same,
    strangeness: 0.1,
    ...given,
  };
}

/** From 0 to a value, and kept. */
function rising(to: number, length = SAMPLES): number[] {
  return Array.from({ length }, (_, i) => to * Math.min(1, i / (length / 3)));
}

function pulse(to: number, length: number): number[] {
  return Array.from({ length: SAMPLES }, (_, i) => (i >= 20 && i < 20 + length ? to : 0));
}
