import { availableParallelism } from 'node:os';
import { DecoderDied, DecodingTimedOut, startDecoderProcess, type DecoderProcess } from './decoder-process.ts';
import { createFairSlots, type Claim } from '../../platform/fair-slots.ts';
import type { TaskArgs, TaskName, TaskResult } from './photo-tasks.ts';

/** The owner of a photo, and the limits of decoding it. */
export interface TaskOptions extends Claim {
  /** Milliseconds of processor time; by the clock it may take ten times as long. */
  limitMs: number;
  /** Aborts when the result is no longer needed. */
  signal?: AbortSignal;
}

export interface PhotoDecoder {
  /**
   * Runs one task when a slot is free, in a process that does nothing else meanwhile. A process that dies is replaced, and the task is retried
   * once; a process that takes too long is killed.
   * @throws DecodingFailed, DecodingTimedOut, DecoderDied, or the signal's reason if it is aborted before a slot is free
   */
  run<T extends TaskName>(task: T, args: TaskArgs<T>, options: TaskOptions): Promise<TaskResult<T>>;
  /** Process ids of all running processes, busy or idle. */
  pids(): number[];
}

interface Settings {
  /** Maximum number of processes. */
  atOnce: number;
  /** Milliseconds after which an idle process ends. */
  restMs: number;
}

export function createPhotoDecoder({ atOnce, restMs }: Settings): PhotoDecoder {
  const slots = createFairSlots({ atOnce, largeAtOnce: Math.max(1, atOnce >> 1) });
  const all = new Set<DecoderProcess>();
  const resting: { process: DecoderProcess; ending: NodeJS.Timeout }[] = [];

  async function take(): Promise<DecoderProcess> {
    for (let next = resting.pop(); next; next = resting.pop()) {
      clearTimeout(next.ending);
      if (!next.process.hasEnded()) return next.process;
      all.delete(next.process);
    }
    const started = await startDecoderProcess();
    all.add(started);
    return started;
  }

  function release(process: DecoderProcess): void {
    const ending = setTimeout(() => {
      resting.splice(
        resting.findIndex((each) => each.process === process),
        1,
      );
      end(process);
    }, restMs);
    ending.unref();
    resting.push({ process, ending });
  }

  function end(process: DecoderProcess): void {
    all.delete(process);
    process.end();
  }

  async function inProcess<T extends TaskName>(task: T, args: TaskArgs<T>, limitMs: number): Promise<TaskResult<T>> {
    const process = await take();
    try {
      const result = await process.run(task, args, limitMs);
      release(process);
      return result;
    } catch (error) {
      if (error instanceof DecoderDied || error instanceof DecodingTimedOut) end(process);
      else release(process);
      throw error;
    }
  }

  return {
    run: (task, args, { limitMs, signal, ...claim }) =>
      slots.run(claim, async () => {
        signal?.throwIfAborted();
        try {
          return await inProcess(task, args, limitMs);
        } catch (error) {
          if (!(error instanceof DecoderDied)) throw error;
          return inProcess(task, args, limitMs);
        }
      }),
    pids: () => [...all].flatMap(({ pid }) => pid ?? []),
  };
}

/** As many processes as processors, but at least two, so that one slow photo does not block the others, and at most four, because of their memory. */
const atOnce = Math.min(4, Math.max(2, availableParallelism()));

/** Concurrent small photos of one owner: all slots but one. */
export const maxPerOwner = Math.max(1, atOnce - 1);

/** The decoder of this process. */
export const photoDecoder = createPhotoDecoder({ atOnce, restMs: 60_000 });
