import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fitToAbilities } from './fit-to-abilities.ts';
import type { FilmConfig } from '../../films.api.ts';

const config: FilmConfig = {
  serviceProvider: 'luma',
  serviceProviderUrl: 'https://api.lumalabs.ai/dream-machine/v1',
  model: 'ray-2',
  duration: 9,
  loop: true,
  aspect_ratio: '9:21',
  resolution: '4k',
};

test('values that the service supports stay; others become its default', () => {
  assert.deepEqual(fitToAbilities(config), config);
  assert.deepEqual(fitToAbilities({ ...config, serviceProvider: 'embedded' }), {
    ...config,
    serviceProvider: 'embedded',
    resolution: 'default',
  });
  assert.deepEqual(fitToAbilities({ ...config, serviceProvider: 'luma-agents', resolution: '720p' }), {
    ...config,
    serviceProvider: 'luma-agents',
    model: 'default',
    duration: -1,
    aspect_ratio: 'default',
    resolution: '720p',
  });
});
