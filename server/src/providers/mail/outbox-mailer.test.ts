import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import PostalMime from 'postal-mime';
import { createClock } from '../../platform/time/clock.ts';
import { letter, sender, testMailer } from './mailer.suite.ts';
import { createOutboxMailer } from './outbox-mailer.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-outbox-'));
  folders.push(folder);
  return join(folder, 'outbox');
}

testMailer('outbox', async () => {
  const folder = await newFolder();
  return {
    mailer: createOutboxMailer({ folder, from: sender, clock: createClock() }),
    arrived: async () => {
      const names = (await readdir(folder)).toSorted();
      return Promise.all(
        names.map(async (name) => {
          const content = await readFile(join(folder, name));
          return { raw: content.toString('latin1'), mail: await PostalMime.parse(content) };
        }),
      );
    },
  };
});

test('outbox: file names sort by time and contain the id of the mail', async () => {
  const folder = await newFolder();
  const times = ['2026-11-20T07:15:00.123Z', '2026-11-20T07:15:00.124Z', '2026-12-01T00:00:00.000Z'];
  for (const [i, time] of times.entries()) {
    const clock = { offsetMs: 0, now: () => new Date(time) };
    await createOutboxMailer({ folder, from: sender, clock }).send({
      ...letter,
      messageId: `<${9 - i}@keepsake.example>`,
    });
  }
  assert.deepEqual((await readdir(folder)).toSorted(), [
    '2026-11-20T071500.123Z-9.eml',
    '2026-11-20T071500.124Z-8.eml',
    '2026-12-01T000000.000Z-7.eml',
  ]);
});

test('outbox: a message id cannot lead out of the folder', async () => {
  const folder = await newFolder();
  const mailer = createOutboxMailer({ folder, from: sender, clock: createClock() });
  await assert.rejects(mailer.send({ ...letter, messageId: '<../../escape@keepsake.example>' }), /message id/);
});

test('outbox: a message that cannot be written is an error and leaves no file behind', async () => {
  const folder = await newFolder();
  const clock = { offsetMs: 0, now: () => new Date('2026-11-20T07:15:00.000Z') };
  const name = '2026-11-20T071500.000Z-1.eml';
  await mkdir(join(folder, name), { recursive: true });
  const mailer = createOutboxMailer({ folder, from: sender, clock });
  await assert.rejects(mailer.send({ ...letter, messageId: '<1@keepsake.example>' }), { code: 'EISDIR' });
  assert.deepEqual(await readdir(folder), [name]);
});
