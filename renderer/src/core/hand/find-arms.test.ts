import assert from 'node:assert/strict';
import { test } from 'vitest';
import { traceForearm } from './find-arms.ts';

const picture = { width: 1000, height: 800 };
const palm = 100;
const wrist = { x: 500, y: 500 };

test('a forearm that is seen as a whole turns about the elbow', () => {
  const elbow = { x: 500, y: 640 };
  assert.deepEqual(traceForearm(picture, wrist, elbow, palm), { pivot: elbow, end: elbow });
});

test('an elbow at the border is taken as outside: the forearm goes on beyond', () => {
  const forearm = traceForearm({ width: 1000, height: 620 }, wrist, { x: 500, y: 590 }, palm);
  assert.deepEqual(forearm, { pivot: { x: 500, y: 740 }, end: { x: 500, y: 619 } });
});

test('a short forearm with its elbow inside the photo points at the viewer, and does not wave', () => {
  assert.equal(traceForearm(picture, wrist, { x: 500, y: 590 }, palm), undefined);
});
