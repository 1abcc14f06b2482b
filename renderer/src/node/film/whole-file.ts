import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RendererError } from '../../core/renderer-error.ts';

/** A file that appears under its name only when it is complete. */
export interface WholeFile {
  /** Where to write it meanwhile: beside the target, so that the last step is a rename. */
  readonly draft: string;
  /** Puts the draft on disk for good and gives it its name. */
  publish(): Promise<void>;
  discard(): Promise<void>;
}

/** Throws `unwritable_target` where no file can be made beside `target`. */
export async function startWholeFile(target: string): Promise<WholeFile> {
  const draft = `${target}.${randomUUID()}.part`;
  const isFolder = await stat(target).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (isFolder) throw new RendererError('unwritable_target', `${target} cannot be written: it is a folder.`);
  await unlessUnwritable(target, async () => (await open(draft, 'wx')).close());
  return {
    draft,
    publish: () =>
      unlessUnwritable(target, async () => {
        await sync(draft, 'r+');
        await rename(draft, target);
        // Windows cannot open folders, and keeps names safe by itself.
        if (process.platform !== 'win32') await sync(dirname(target), 'r');
      }),
    discard: () => rm(draft, { force: true }),
  };
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  await file.sync().finally(() => file.close());
}

async function unlessUnwritable(target: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: Error) => {
    // Node's own message goes on to name the draft, which means nothing to anybody.
    const why = error.message.split(',')[0];
    throw new RendererError('unwritable_target', `${target} cannot be written: ${why}.`, { cause: error });
  });
}
