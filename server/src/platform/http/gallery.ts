import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export interface Gallery {
  /** What the build brings. */
  ours: string;
  /** The installation's own: a file in it takes the place of ours. */
  pictures: string;
}

/** A film, or a still in one of its formats. */
const fileName = /^([a-z-]+)\.(?:jpg|webp|avif|mp4)$/;

/**
 * The stills and films of the landing page. Browsers ask for a still as AVIF or WebP where they can: an installation that has only its
 * JPEG is answered with that, by its own type, and not with our picture.
 */
export function mountGallery(app: FastifyInstance, { ours, pictures }: Gallery): void {
  for (const folder of [ours, pictures]) mkdirSync(folder, { recursive: true });
  app.register(fastifyStatic, { root: ours, serve: false, maxAge: '1h' });
  app.get<{ Params: { file: string } }>('/gallery/:file', async (request, reply) => {
    const { file } = request.params;
    const name = fileName.exec(file)?.[1];
    if (name === undefined) return reply.callNotFound();
    const own = await firstThere(pictures, file.endsWith('.mp4') ? [file] : [file, `${name}.jpg`]);
    return own === undefined ? reply.sendFile(file, ours) : reply.sendFile(own, pictures);
  });
}

async function firstThere(folder: string, files: string[]): Promise<string | undefined> {
  for (const file of files) {
    // One that is not there, or that this process may not read: visitors are shown ours.
    const found = await stat(join(folder, file)).catch(() => undefined);
    if (found?.isFile()) return file;
  }
  return undefined;
}
