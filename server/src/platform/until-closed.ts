import type { Writable } from 'node:stream';

/**
 * Until a stream has let go of its file, however it ended. A pipeline with a generator in it fails before that, even before the file is
 * open: the file may appear later, so whoever removes it has to wait, or it stays.
 */
export async function untilClosed(stream: Writable): Promise<void> {
  if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', resolve));
}
