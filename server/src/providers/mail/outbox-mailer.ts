import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/time/clock.ts';
import type { Mailer, OutgoingMail } from './mailer.ts';
import { messageComposer } from './nodemailer.ts';

/**
 * Writes every message into a folder as a complete `.eml` file instead of sending it. File names sort by time. A file appears complete or
 * not at all, and survives a crash of the machine.
 */
export function createOutboxMailer(options: { folder: string; from: string; clock: Clock }): Mailer {
  const compose = messageComposer(options.from);
  return {
    send: async (mail) => {
      await mkdir(options.folder, { recursive: true });
      await writeWhole(options.folder, fileName(mail, options.clock.now()), await compose(mail));
    },
  };
}

/** Such as `2026-11-20T071500.123Z-0199….eml`. */
function fileName(mail: OutgoingMail, now: Date): string {
  const id = /^<([A-Za-z0-9-]+)@/.exec(mail.messageId)?.[1];
  if (!id) throw new Error('A message id such as <id@host> is expected');
  return `${now.toISOString().replaceAll(':', '')}-${id}.eml`;
}

async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const temporary = join(folder, `.${name}.part`);
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  const directory = await open(folder);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
