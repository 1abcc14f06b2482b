import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { startTestApp } from '../../../../test/harness.ts';
import { newPhoto, upload } from '../../../../test/upload.ts';
import { photoDecoder } from '../../../providers/photo/photo-decoder.ts';

const app = await startTestApp(undefined);

test("while a user's photo is decoded, the same user's next one waits, and those of others do not", async () => {
  const [slow, other] = [await app.createUser(), await app.createUser()];
  // Whoever reads it waits until it is written.
  const endless = join(app.deps.config.DATA_DIR, 'endless');
  await promisify(execFile)('mkfifo', [endless]);
  const decoding = photoDecoder.run('readHeader', [endless], { owner: slow.id, limitMs: 60_000 });
  let isNextDone = false;
  const next = upload(app, slow.token, [await newPhoto()]).finally(() => {
    isNextDone = true;
  });
  for (let photo = 0; photo < 3; photo += 1) {
    const { status, body } = await upload(app, other.token, [await newPhoto()]);
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal((await fetch(`${app.url}${body.content[0]?.photoUrl}&w=320`)).status, 200);
  }
  assert.equal((await fetch(`${app.url}/readyz`)).status, 200);
  assert.equal(isNextDone, false);
  await writeFile(endless, (await newPhoto()).bytes);
  assert.equal((await decoding)?.width, 900);
  assert.equal((await next).status, 201);
});
