import { flushCompileCache } from 'node:module';
import sharp from 'sharp';
import { measureLight } from './measure-light.ts';
import type { TaskArgs, TaskName, TaskReply, TaskRequest, TaskResult } from './photo-tasks.ts';
import { readHeader } from './read-header.ts';
import { redraw, reduce } from './redraw-photo.ts';

// The decoders for other types are disabled, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((type) => [`VipsForeignLoad${type}File`, `VipsForeignLoad${type}Buffer`]),
});
// A photo is read again only minutes later, so a cache would only cost memory.
sharp.cache(false);
// One photo uses one core.
sharp.concurrency(1);

const tasks: { [T in TaskName]: (...args: TaskArgs<T>) => Promise<TaskResult<T>> } = {
  readHeader,
  redraw,
  reduce,
  measureLight,
};

/** Milliseconds between checks of the processor time that a task has used. */
const checkEveryMs = 50;

process.on('message', ({ task, args, limitMs }: TaskRequest) => {
  const before = process.cpuUsage();
  // The decoder runs in another thread. Its processor time counts, which does not depend on the load of the machine.
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > limitMs) send('too_slow');
  }, checkEveryMs);
  (tasks[task] as (...args: unknown[]) => Promise<unknown>)(...args)
    .then(
      (result) => send({ result }),
      (error: Error) => send({ error: error.message }),
    )
    .finally(() => clearInterval(watch));
});

// A signal to the whole process group is meant for the server, which disconnects from this process when it has no more photos.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The server has ended. A busy decoder would delay a normal exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// Written now for the next process: Node.js would do so only at a normal exit.
flushCompileCache();
send({ result: 'ready' });

/** A server that has ended reads no more replies: that is no error. */
function send(reply: TaskReply): void {
  process.send?.(reply, undefined, undefined, () => undefined);
}
