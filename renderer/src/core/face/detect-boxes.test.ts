import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type FaceBox, suppressOverlaps, meanBox } from './detect-boxes.ts';

const box: FaceBox = { x: 100, y: 100, size: 80, angle: 0, score: 0.8 };
const neighbour: FaceBox = { ...box, x: 190, score: 0.7 };

test('non-maximum suppression keeps the best box of a face, none of an eye inside it, and neighbours', () => {
  const eye: FaceBox = { ...box, x: 115, y: 90, size: 36, score: 0.75 };
  const unsure: FaceBox = { ...box, x: 106, size: 60, score: 0.65 };
  assert.deepEqual(suppressOverlaps([unsure, neighbour, eye, box]), [box, neighbour]);
});

test('the mean box weights a face’s boxes by score and ignores neighbours', () => {
  const other: FaceBox = { ...box, x: 112, y: 96, size: 88, angle: 0.2, score: 0.4 };
  const mean = meanBox(box, [box, neighbour, other]);
  assert.deepEqual([mean.x, mean.size, mean.score].map(Math.round), [104, 83, 1]);
  assert.ok(Math.abs(mean.y - 98.67) < 0.01 && Math.abs(mean.angle - 0.0667) < 0.001, JSON.stringify(mean));
});

test('the mean angle of an upside-down head is right although its boxes differ in sign', () => {
  const [one, other] = [
    { ...box, angle: 3.1 },
    { ...box, angle: -3.1 },
  ];
  assert.ok(Math.abs(Math.cos(meanBox(one, [one, other]).angle) + 1) < 0.001);
});
