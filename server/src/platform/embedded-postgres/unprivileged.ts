import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** The user and prefix with which PostgreSQL's programs are started: they refuse to run as root. */
export interface Unprivileged {
  /** Owner of the data folder; undefined if the current user runs everything. */
  readonly owner: { uid: number; gid: number } | undefined;
  command(program: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number };
}

/**
 * As root, starts PostgreSQL as the user `postgres` (created if it is missing). If that user may not enter the folders above the programs or the data
 * (for example a clone below /root), setpriv grants it only the capability to search folders.
 */
export async function unprivileged(program: string, dataDir: string): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return { owner: undefined, command: (file, args) => ({ file, args }) };
  const owner = await postgresUser();
  if (await canUse((file, args) => ({ file, args, ...owner }), program, dataDir))
    return { owner, command: (file, args) => ({ file, args, ...owner }) };
  for (const capability of ['dac_read_search', 'dac_override']) {
    const prefix = ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups'];
    prefix.push('--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`);
    const command = (file: string, args: string[]) => ({ file: 'setpriv', args: [...prefix, file, ...args] });
    if (await canUse(command, program, dataDir)) return { owner, command };
  }
  throw new Error(
    `PostgreSQL does not run as root, and its user "postgres" cannot reach ${program} and ${dataDir}. Put the project and DATA_DIR where others may pass (chmod o+x the folders above), run as another user, or set DATABASE_URL.`,
  );
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const existing = await lookUp();
  if (existing) return existing;
  await exec('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  const made = await lookUp();
  if (!made)
    throw new Error(
      'PostgreSQL does not run as root, and no user "postgres" could be made for it. Run as another user, or set DATABASE_URL.',
    );
  return made;
}

async function lookUp(): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await exec('id', [flag, 'postgres'])).stdout)),
    );
    return uid === undefined || gid === undefined ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
}

/** Whether this user can run the program and enter the data folder. */
async function canUse(command: Unprivileged['command'], program: string, dataDir: string): Promise<boolean> {
  const trials = [command(program, ['--version']), command('ls', ['-d', `${dataDir}/.`])];
  try {
    for (const { file, args, ...as } of trials) await exec(file, args, { ...as, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
