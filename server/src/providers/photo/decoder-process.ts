import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TaskArgs, TaskName, TaskReply, TaskRequest, TaskResult } from './photo-tasks.ts';

/** The decoder reports that it cannot read the photo. */
export class DecodingFailed extends Error {
  override readonly name = 'DecodingFailed';
}

/** The process was ended because it took too long. */
export class DecodingTimedOut extends Error {
  override readonly name = 'DecodingTimedOut';
}

/** The process ended before it answered: its decoder crashed, memory ran out, or it was killed. */
export class DecoderDied extends Error {
  override readonly name = 'DecoderDied';
}

/** A process that decodes one photo at a time. It ends with this process, also after a crash, and keeps it alive only while it works. */
export interface DecoderProcess {
  readonly pid: number | undefined;
  hasEnded(): boolean;
  /** Kills the process after this much processor time, or after ten times as long by the clock. @throws DecodingFailed, DecodingTimedOut, DecoderDied */
  run<T extends TaskName>(task: T, args: TaskArgs<T>, limitMs: number): Promise<TaskResult<T>>;
  end(): void;
}

const longestStartMs = 30_000;
/** A photo on a machine that is busy with other work is not to blame: only a process that stands still is ended by the clock. */
const patience = 10;

/** Resolves when the process is ready for work. @throws Error if it cannot be started */
export async function startDecoderProcess(): Promise<DecoderProcess> {
  const child = fork(join(import.meta.dirname, 'photo-decoder.process.ts'), {
    execArgv: [],
    env: environment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The process could not be started or reached; `ended` reports that to the caller.
  child.on('error', () => undefined);
  const ended = once(child, 'exit').then(
    ([code, signal]) => new DecoderDied(`The photo decoder ended (${signal ?? code}).`),
    (error: Error) => new DecoderDied('The photo decoder failed.', { cause: error }),
  );
  await reply(child, ended, longestStartMs).catch((error: Error) => {
    throw new Error('No process that decodes photos can be started.', { cause: error });
  });
  rest(child);
  return {
    pid: child.pid,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || !child.connected,
    async run<T extends TaskName>(task: T, args: TaskArgs<T>, limitMs: number) {
      child.ref();
      child.channel?.ref();
      try {
        const answer = reply(child, ended, patience * limitMs);
        // Sending fails if the process has ended, which `ended` reports.
        child.send({ task, args, limitMs } satisfies TaskRequest, () => undefined);
        const outcome = await answer;
        if (outcome === 'too_slow') throw timedOut(child, limitMs);
        if ('error' in outcome) throw new DecodingFailed(outcome.error);
        return outcome.result as TaskResult<T>;
      } finally {
        rest(child);
      }
    },
    end: () => child.kill('SIGKILL'),
  };
}

/** A minimal environment: a process that decodes a stranger's file must not see the server's secrets. */
function environment(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line node/no-process-env -- passed on unchanged, not read
  const { PATH, HOME, TMPDIR, TEMP, SystemRoot, LD_LIBRARY_PATH } = process.env;
  return {
    ...Object.fromEntries(
      Object.entries({ PATH, HOME, TMPDIR, TEMP, SystemRoot, LD_LIBRARY_PATH }).filter(([, value]) => value),
    ),
    // Node.js caches compiled code here for the next process; if the folder is not writable, it works without.
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/keepsake-threads'),
    // Without this setting each thread keeps memory that it has freed.
    MALLOC_ARENA_MAX: '2',
  };
}

/** The next message of the process, which is killed if it takes too long. */
async function reply(child: ChildProcess, ended: Promise<DecoderDied>, limitMs: number): Promise<TaskReply> {
  const { promise, resolve, reject } = Promise.withResolvers<TaskReply>();
  const timer = setTimeout(() => {
    reject(timedOut(child, limitMs));
  }, limitMs);
  child.once('message', resolve as (message: unknown) => void);
  void ended.then(reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve);
  }
}

function timedOut(child: ChildProcess, limitMs: number): DecodingTimedOut {
  child.kill('SIGKILL');
  return new DecodingTimedOut(`Not decoded within ${limitMs} ms.`);
}

function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
