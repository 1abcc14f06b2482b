import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { fastify } from 'fastify';
import {
  startVideoServiceSandbox,
  type VideoServiceSandboxOptions,
} from '../src/video-service/video-service-sandbox.ts';
import type { Generation } from '../src/video-service/video-context.ts';
import { picture } from './picture.ts';
import { quietLog } from './quiet-log.ts';

export const apiKey = 'luma-sandbox-key';

type Reply<T> = { status: number; headers: Headers; body: T };

/** A video service in a folder of its own and a client of it, with a site that serves a photo and takes callbacks. */
export async function setUpVideoService(options: Partial<VideoServiceSandboxOptions> = {}) {
  const site = await startSite();
  const dataDir = await mkdtemp(join(tmpdir(), 'video-service-'));
  const start = () =>
    startVideoServiceSandbox({
      host: '127.0.0.1',
      port: 0,
      dataDir,
      apiKey,
      log: quietLog,
      timeline: { queuedMs: 20, dreamingMs: 20 },
      limits: { concurrent: 1000, createsPerMinute: 1000 },
      ffmpegPath: null,
      ...options,
    });
  const setup = { site, dataDir, sandbox: await start(), request, create, restart };

  async function request<T = Generation>(method: string, path: string, body?: object): Promise<Reply<T>> {
    const base = path.startsWith('/sandbox/') ? setup.sandbox.origin : setup.sandbox.url;
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : null) as T };
  }
  function create(change: object = {}) {
    return request('POST', '/generations/video', { ...site.order, ...change });
  }
  async function restart() {
    await setup.sandbox.stop();
    setup.sandbox = await start();
  }
  afterAll(async () => {
    await setup.sandbox.stop();
    await site.app.close();
    await rm(dataDir, { recursive: true });
  });
  return setup;
}

async function startSite() {
  const app = fastify({ forceCloseConnections: true });
  const callbacks: Generation[] = [];
  const site = { app, callbacks, url: '', answer: () => 200, order: {}, missingPhoto: Promise.withResolvers<void>() };
  app.get('/photo.png', async (_request, reply) => reply.type('image/png').send(picture(160, 120)));
  // Is asked for, and found to be missing once the test says so.
  app.get('/missing.png', async (_request, reply) => {
    await site.missingPhoto.promise;
    return reply.code(404).send();
  });
  app.get('/page.html', async (_request, reply) => reply.type('text/html').send('<p>no photo</p>'));
  app.post('/callback', async (request, reply) => {
    callbacks.push(request.body as Generation);
    return reply.code(site.answer()).send();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  site.url = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
  site.order = {
    model: 'ray-2',
    prompt: 'The person smiles gently',
    aspect_ratio: '4:3',
    resolution: '540p',
    duration: '5s',
    keyframes: { frame0: { type: 'image', url: `${site.url}/photo.png` } },
  };
  return site;
}
