import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export interface Gallery {
  /** The folder of the built web app. */
  ours: string;
  /** The installation's own folder: its files replace the built ones of the same name. */
  pictures: string;
}

/** A film, or a still in one of its formats. */
const fileName = /^([a-z-]+)\.(?:jpg|webp|avif|mp4)$/;

/**
 * The stills and films of the landing page. Browsers prefer stills in AVIF or WebP. If an installation has its own still only as JPEG, that is sent
 * (as image/jpeg) instead of the built picture.
 */
export function mountGallery(app: FastifyInstance, { ours, pictures }: Gallery): void {
  for (const folder of [ours, pictures]) mkdirSync(folder, { recursive: true });
  app.register(fastifyStatic, { root: ours, serve: false, maxAge: '1h' });
  app.get<{ Params: { file: string } }>('/gallery/:file', async (request, reply) => {
    const { file } = request.params;
    const name = fileName.exec(file)?.[1];
    if (name === undefined) return reply.callNotFound();
    const own = await firstReadable(pictures, file.endsWith('.mp4') ? [file] : [file, `${name}.jpg`]);
    return own === undefined ? reply.sendFile(file, ours) : reply.sendFile(own, pictures);
  });
}

async function firstReadable(folder: string, files: string[]): Promise<string | undefined> {
  for (const file of files) {
    // Missing, or not readable for this process: the built one is served.
    const found = await stat(join(folder, file)).catch(() => undefined);
    if (found?.isFile()) return file;
  }
  return undefined;
}
