import { constants } from 'node:fs';
import { access, chmod, mkdir, stat } from 'node:fs/promises';
import { ConfigError, type Config } from '../config.ts';
import { freePort } from '../platform/network/free-port.ts';

/** Checks the folders and files that the settings name before anything starts, so that the error names the wrong setting. @throws ConfigError */
export async function checkSurroundings({ DATA_DIR, HOST }: Pick<Config, 'DATA_DIR' | 'HOST'>): Promise<void> {
  await check('DATA_DIR', 'a folder that can be written is expected', async () => {
    await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
    await restrictToOwner(DATA_DIR);
    await access(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
  });
  await check('HOST', 'an address of this machine, such as 127.0.0.1 or 0.0.0.0, is expected', () => freePort(HOST));
}

async function check(name: string, expected: string, attempt: () => Promise<unknown>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    throw new ConfigError(`Setting ${name} cannot be used: ${expected} (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

/** Removes other users' permissions on DATA_DIR, which holds photos, mails and records, but leaves `o+x`: it only allows passing through. */
async function restrictToOwner(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  const isOurs = uid === process.getuid?.();
  if (isOurs && (mode & 0o066) !== 0) await chmod(folder, 0o700);
}
