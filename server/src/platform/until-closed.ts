import type { Writable } from 'node:stream';

/**
 * Resolves when a stream has closed its file, whether it failed or not. A pipeline with a generator may fail earlier, even before the file is
 * open. The file may then appear later, so a caller must wait before it removes the file.
 */
export async function untilClosed(stream: Writable): Promise<void> {
  if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', resolve));
}
