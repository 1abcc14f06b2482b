import { constants } from 'node:fs';
import { access, chmod, mkdir, stat } from 'node:fs/promises';
import { ConfigError, type Config } from '../config.ts';
import { freePort } from '../platform/network/free-port.ts';

/** Tries what the settings name on this machine before anything starts, so that a wrong one is told by its name. @throws ConfigError */
export async function checkSurroundings({ DATA_DIR, HOST }: Pick<Config, 'DATA_DIR' | 'HOST'>): Promise<void> {
  await usable('DATA_DIR', 'a folder that can be written is expected', async () => {
    await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
    await closeToOthers(DATA_DIR);
    await access(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
  });
  await usable('HOST', 'an address of this machine, such as 127.0.0.1 or 0.0.0.0, is expected', () => freePort(HOST));
}

async function usable(name: string, expected: string, attempt: () => Promise<unknown>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    throw new ConfigError(`Setting ${name} cannot be used: ${expected} (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

/** Photos, mails and records lie in it. That others may pass through (`chmod o+x`), but neither read nor write, is left as it is. */
async function closeToOthers(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  const isOurs = uid === process.getuid?.();
  if (isOurs && (mode & 0o066) !== 0) await chmod(folder, 0o700);
}
