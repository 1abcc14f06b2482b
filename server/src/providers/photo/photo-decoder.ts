import { availableParallelism } from 'node:os';
import { DecoderDied, DecodingTimedOut, startDecoderProcess, type DecoderProcess } from './decoder-process.ts';
import { createFairSlots, type Claim } from './fair-slots.ts';
import type { TaskArgs, TaskName, TaskResult } from './photo-tasks.ts';

/** Whose photo it is, and what decoding it may take. */
export interface TaskOptions extends Claim {
  /** Of a processor; on a busy machine it may take three times as long. */
  limitMs: number;
  /** Aborted when nobody waits for the result any more. */
  signal?: AbortSignal;
}

export interface PhotoDecoder {
  /**
   * Runs one task when a slot is free, in a process that does nothing else meanwhile. A process that dies is replaced, and the task run
   * once more; one that takes too long is killed.
   * @throws DecodingFailed, DecodingTimedOut, DecoderDied, or the signal's reason where it is aborted before a slot is free
   */
  run<T extends TaskName>(task: T, args: TaskArgs<T>, options: TaskOptions): Promise<TaskResult<T>>;
  /** Of the processes that are there now, at work or resting. */
  pids(): number[];
}

interface Settings {
  /** Processes at most. */
  atOnce: number;
  /** A process without work ends after so long. */
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

  function giveBack(process: DecoderProcess): void {
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
      giveBack(process);
      return result;
    } catch (error) {
      if (error instanceof DecoderDied || error instanceof DecodingTimedOut) end(process);
      else giveBack(process);
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

/** As many at once as there are processors, at least two, so that nobody waits for one slow photo, and at most four, for their memory. */
const atOnce = Math.min(4, Math.max(2, availableParallelism()));

/** How many photos of one owner may be decoded at once where each takes little: all but one slot. */
export const mostOfOne = Math.max(1, atOnce - 1);

/** Decodes all photos of this process. */
export const photoDecoder = createPhotoDecoder({ atOnce, restMs: 60_000 });
