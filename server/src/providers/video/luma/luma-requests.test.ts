import assert from 'node:assert/strict';
import { test } from 'vitest';
import { toLumaBody, nearestRatio } from './luma-requests.ts';
import type { VideoRequest, VideoSettings } from '../video-provider.ts';

const defaults: VideoSettings = {
  model: 'default',
  duration: -1,
  loop: false,
  aspect_ratio: 'default',
  resolution: 'default',
};

function bodyOf(settings: Partial<VideoSettings>) {
  const request: VideoRequest = {
    token: 'token-token-token-token',
    prompt: 'She smiles.',
    effect: 'smile',
    seed: 1,
    photo: { storageKey: 'photos/x.jpg', width: 600, height: 800, url: 'https://shop.example/p.jpg?x=token' },
    callbackUrl: 'https://shop.example/callback/token',
    settings: { ...defaults, ...settings },
  };
  return toLumaBody(request);
}

test('`default` is never sent to Luma', () => {
  assert.deepEqual(bodyOf({}), {
    generation_type: 'video',
    model: 'ray-2',
    prompt: 'She smiles.',
    aspect_ratio: '3:4',
    keyframes: { frame0: { type: 'image', url: 'https://shop.example/p.jpg?x=token' } },
    callback_url: 'https://shop.example/callback/token',
  });
});

test('chosen settings are sent in Luma’s terms', () => {
  const body = bodyOf({ model: 'ray-flash-2', duration: 9, resolution: '1080p', aspect_ratio: '21:9', loop: true });
  const { model, duration, resolution, aspect_ratio, loop } = body;
  assert.deepEqual(
    { model, duration, resolution, aspect_ratio, loop },
    {
      model: 'ray-flash-2',
      duration: '9s',
      resolution: '1080p',
      aspect_ratio: '21:9',
      loop: true,
    },
  );
});

test('leaves out for ray-1-6 the fields that it refuses', () => {
  const body = bodyOf({ model: 'ray-1-6', duration: 5, resolution: '720p' });
  assert.deepEqual([body.model, body.duration, body.resolution], ['ray-1-6', undefined, undefined]);
});

test('a photo gets the supported aspect ratio nearest to its own', () => {
  const shapes: [number, number, string][] = [
    [1000, 1000, '1:1'],
    [1920, 1080, '16:9'],
    [1080, 1920, '9:16'],
    [1600, 1200, '4:3'],
    [1500, 1000, '4:3'],
    [3000, 1000, '21:9'],
    [1000, 3000, '9:21'],
  ];
  for (const [width, height, ratio] of shapes)
    assert.equal(nearestRatio('luma', { width, height }), ratio, `${width} x ${height}`);
  assert.equal(nearestRatio('luma-agents', { width: 1000, height: 3000 }), '9:16', 'it offers no 9:21');
});
