import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { VideoConfig } from '@keepsake/contract/films/videos';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { checkVideoConfig } from './check-video-config.ts';

const luma: VideoConfig = {
  serviceProvider: 'luma',
  serviceProviderUrl: 'https://api.lumalabs.ai/dream-machine/v1',
  model: 'ray-2',
  duration: 9,
  loop: true,
  aspect_ratio: '9:21',
  resolution: '4k',
};
const agents: VideoConfig = {
  ...luma,
  serviceProvider: 'luma-agents',
  serviceProviderUrl: 'https://agents.lumalabs.ai/v1',
  model: 'default',
  duration: 5,
  aspect_ratio: '1:1',
  resolution: '720p',
};
const embedded: VideoConfig = { ...luma, serviceProvider: 'embedded', resolution: '1080p' };
const keys = { LUMAAI_API_KEY: 'a key' };

/** The refused fields, with their texts. */
function refused(given: VideoConfig, settings: Partial<Config>): Record<string, string> {
  try {
    checkVideoConfig(given, settings as Config);
    return {};
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'validation_failed');
    assert.notDeepEqual(error.fields, {});
    const problems = Object.entries((error.body as { problems: object }).problems);
    assert.deepEqual(
      problems,
      Object.keys(error.fields ?? {}).map((name) => [name, { code: 'not_allowed' }]),
    );
    return error.fields ?? {};
  }
}

describe('a video configuration', () => {
  test('is accepted if its service supports all of it and has its key', () => {
    for (const given of [luma, agents, embedded]) assert.deepEqual(refused(given, keys), {});
    assert.deepEqual(refused(agents, { LUMA_AGENTS_API_KEY: 'a key' }), {});
    assert.deepEqual(refused(embedded, {}), {});
  });

  test('is refused field by field if its service does not support it', () => {
    const fields = refused({ ...agents, model: 'ray-2', duration: 9, aspect_ratio: '9:21', resolution: '4k' }, keys);
    assert.deepEqual(Object.keys(fields), ['model', 'duration', 'aspect_ratio', 'resolution']);
    assert.equal(fields['duration'], 'luma-agents does not offer 9 here; it offers -1, 5.');
    assert.deepEqual(Object.keys(refused({ ...embedded, resolution: '4k' }, {})), ['resolution']);
  });

  test('is refused if it would send the key to strangers', () => {
    const fields = refused({ ...luma, serviceProviderUrl: 'https://example.com/v1' }, keys);
    assert.deepEqual(Object.keys(fields), ['serviceProviderUrl']);
    assert.match(fields['serviceProviderUrl'] ?? '', /one at https:\/\/api\.lumalabs\.ai, such as/);
  });

  test('is refused without the key of its service', () => {
    assert.match(refused(luma, {})['serviceProvider'] ?? '', /LUMAAI_API_KEY/);
    assert.match(refused(luma, { LUMA_AGENTS_API_KEY: 'a key' })['serviceProvider'] ?? '', /LUMAAI_API_KEY/);
    assert.match(refused(agents, {})['serviceProvider'] ?? '', /LUMA_AGENTS_API_KEY/);
  });
});
