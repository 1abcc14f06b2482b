import assert from 'node:assert/strict';
import { test } from 'vitest';
import { videoAbilities } from './video-abilities.ts';

const ratios = ['default', '1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'];
const models = ['default', 'ray-1-6', 'ray-2', 'ray-flash-2'];

test('Luma supports every setting', () => {
  assert.deepEqual(videoAbilities.luma, {
    model: models,
    duration: [-1, 5, 9],
    aspect_ratio: ratios,
    resolution: ['default', '540p', '720p', '1080p', '4k'],
    callbacks: true,
    list: true,
    remove: true,
  });
});

test('the embedded renderer supports neither 4k nor callbacks', () => {
  assert.deepEqual(videoAbilities.embedded, {
    model: models,
    duration: [-1, 5, 9],
    aspect_ratio: ratios,
    resolution: ['default', '540p', '720p', '1080p'],
    callbacks: false,
    list: true,
    remove: true,
  });
});

test('Luma Agents makes films of five seconds with its only model, and has no list', () => {
  assert.deepEqual(videoAbilities['luma-agents'], {
    model: ['default'],
    duration: [-1, 5],
    aspect_ratio: ratios.filter((ratio) => ratio !== '9:21'),
    resolution: ['default', '540p', '720p', '1080p'],
    callbacks: false,
    list: false,
    remove: false,
  });
});
