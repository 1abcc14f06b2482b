import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { setUpVideoService } from '../../test/video-setup.ts';
import { findFfmpeg } from './film.ts';

const ffmpeg = findFfmpeg();

test('a film shows the photo in the requested aspect ratio and length', { skip: ffmpeg === null }, async () => {
  const { create, request, dataDir } = await setUpVideoService({ ffmpegPath: ffmpeg });
  const { body } = await create({ aspect_ratio: '9:16', resolution: '540p', duration: '5s' });
  const done = await eventually(async () => {
    const generation = (await request('GET', `/generations/${body.id}`)).body;
    assert.equal(generation.state, 'completed');
    return generation;
  }, 30_000);

  const file = join(dataDir, 'fetched.mp4');
  await writeFile(file, Buffer.from(await (await fetch(String(done.assets?.video))).arrayBuffer()));
  const { stderr } = spawnSync(String(ffmpeg), ['-hide_banner', '-i', file], { encoding: 'utf8' });
  assert.match(stderr, /Video: h264 .*yuv420p.* 540x960/);
  assert.match(stderr, /Duration: 00:00:05\.0/);

  const pixel = spawnSync(
    String(ffmpeg),
    `-v error -i ${file} -vf crop=iw/4:ih/8,scale=1:1 -frames:v 1 -f rawvideo -pix_fmt rgb24 -`.split(' '),
  );
  const [red = 0, , blue = 0] = pixel.stdout;
  assert.ok(red > 130 && blue < 130, `the film has the photo's warm colours, not ${[...pixel.stdout].join(', ')}`);
});
