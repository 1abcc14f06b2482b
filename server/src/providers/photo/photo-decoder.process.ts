import { flushCompileCache } from 'node:module';
import sharp from 'sharp';
import { measureLight } from './measure-light.ts';
import type { TaskArgs, TaskName, TaskReply, TaskRequest, TaskResult } from './photo-tasks.ts';
import { readHeader } from './read-header.ts';
import { redraw, reduce } from './redraw-photo.ts';

// The decoders for other types stay shut, whatever a file pretends to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((type) => [`VipsForeignLoad${type}File`, `VipsForeignLoad${type}Buffer`]),
});
// What is read twice is read minutes apart: kept results would only cost memory.
sharp.cache(false);
// One photo takes one core.
sharp.concurrency(1);

const tasks: { [T in TaskName]: (...args: TaskArgs<T>) => Promise<TaskResult<T>> } = {
  readHeader,
  redraw,
  reduce,
  measureLight,
};

/** How often the time that a task has taken is looked at. */
const lookEveryMs = 50;

process.on('message', ({ task, args, limitMs }: TaskRequest) => {
  const before = process.cpuUsage();
  // The decoder works in a thread beside this one. What counts is what it has used, whatever else the machine has to do.
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > limitMs) tell('too_slow');
  }, lookEveryMs);
  (tasks[task] as (...args: unknown[]) => Promise<unknown>)(...args)
    .then(
      (result) => tell({ result }),
      (error: Error) => tell({ error: error.message }),
    )
    .finally(() => clearInterval(watch));
});

// A signal to the whole group is meant for the server: it lets go of this process when it has no more photos.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The server is gone, however it ended. A decoder that is busy would hold up an exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// For the next process: this one is ended before it would do so by itself.
flushCompileCache();
tell({ result: 'ready' });

function tell(reply: TaskReply): void {
  process.send?.(reply);
}
