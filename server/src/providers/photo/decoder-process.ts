import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TaskArgs, TaskName, TaskReply, TaskRequest, TaskResult } from './photo-tasks.ts';

/** The decoder says that it cannot read the photo. */
export class DecodingFailed extends Error {
  override readonly name = 'DecodingFailed';
}

/** The process was ended because it took too long. */
export class DecodingTimedOut extends Error {
  override readonly name = 'DecodingTimedOut';
}

/** The process ended before it answered: by a fault of its decoder, for want of memory, or by somebody's signal. */
export class DecoderDied extends Error {
  override readonly name = 'DecoderDied';
}

/** A process that decodes one photo at a time. It ends with this one, however this one ends, and keeps it from ending only while it works. */
export interface DecoderProcess {
  readonly pid: number | undefined;
  hasEnded(): boolean;
  /** Kills the process where it works for longer, or has not answered after three times as long on a busy machine. @throws DecodingFailed, DecodingTimedOut, DecoderDied */
  run<T extends TaskName>(task: T, args: TaskArgs<T>, limitMs: number): Promise<TaskResult<T>>;
  end(): void;
}

const longestStartMs = 30_000;
const patience = 3;

/** Resolves when it is ready for work. @throws Error where none can be started */
export async function startDecoderProcess(): Promise<DecoderProcess> {
  const child = fork(join(import.meta.dirname, 'photo-decoder.process.ts'), {
    execArgv: [],
    env: environment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Of a process that cannot be started or reached; what it means for the work is told by `ended`.
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
        // Where it cannot be sent, the process has ended, which `ended` tells.
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

/** Little: what decodes a stranger's file has no use for the server's secrets. */
function environment(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line node/no-process-env -- handed on as it is, not read
  const { PATH, HOME, TMPDIR, TEMP, SystemRoot, LD_LIBRARY_PATH } = process.env;
  return {
    ...Object.fromEntries(
      Object.entries({ PATH, HOME, TMPDIR, TEMP, SystemRoot, LD_LIBRARY_PATH }).filter(([, value]) => value),
    ),
    // Where Node.js keeps what it compiles, for the next process; where it cannot be written, it does without.
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/keepsake-threads'),
    // Otherwise each thread keeps memory for itself that it has freed.
    MALLOC_ARENA_MAX: '2',
  };
}

/** The next message of the process, which is ended where it takes too long. */
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
