import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fastify, type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { installFaults } from '../faults.ts';
import { createLocks } from '../locks.ts';
import { reachableUrl } from '../reachable-url.ts';
import { openRecords } from '../records.ts';
import { controlScope } from '../test-controls.routes.ts';
import { bucketRoutes } from './buckets.routes.ts';
import { type Credentials, objectKinds, type ObjectKinds, type ObjectStore } from './object-store-context.ts';
import { objectRoutes } from './objects.routes.ts';
import { S3Refusal } from './s3-refusal.ts';
import { requireSignature } from './signature.ts';

export type ObjectStoreSandboxOptions = Credentials & {
  host: string;
  /** 0 chooses a free port. */
  port: number;
  dataDir: string;
  /** Existing buckets. */
  buckets: string[];
  log: FastifyBaseLogger;
};

export type ObjectStoreSandbox = { url: string; port: number; stop(): Promise<void> };

/** Starts an object store that speaks the part of Amazon's S3 API that keeping files needs. */
export async function startObjectStoreSandbox(options: ObjectStoreSandboxOptions): Promise<ObjectStoreSandbox> {
  const { accessKeyId, secretAccessKey, region, dataDir } = options;
  const folder = join(dataDir, 'contents');
  await mkdir(folder, { recursive: true });
  const store: ObjectStore = {
    records: await openRecords<ObjectKinds>(dataDir, objectKinds),
    folder,
    buckets: new Set(options.buckets),
    credentials: { accessKeyId, secretAccessKey, region },
    inTurn: createLocks(),
    room: { bytes: Infinity },
  };
  await sweep(store);

  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2000 },
    rewriteUrl: ({ url = '/', headers }) => {
      const bucket = options.buckets.find((name) => headers.host?.startsWith(`${name}.`));
      return bucket === undefined || url.startsWith('/sandbox/') ? url : `/${bucket}${url}`;
    },
  });
  const faults = installFaults(app);
  await app.register(async (s3) => {
    s3.removeAllContentTypeParsers();
    s3.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    s3.addHook('onRequest', async (request) => {
      requireSignature(
        { method: request.method, url: request.originalUrl, headers: request.headers },
        store.credentials,
      );
      const { bucket } = request.params as { bucket: string };
      if (!store.buckets.has(bucket)) throw new S3Refusal('NoSuchBucket');
    });
    s3.setErrorHandler((error: FastifyError | S3Refusal, request, reply) => {
      const refusal = error instanceof S3Refusal ? error : new S3Refusal('InternalError');
      if (refusal !== error) options.log.error({ err: error }, 'the object store failed');
      reply.code(refusal.status).header('x-amz-request-id', request.id);
      return request.method === 'HEAD' ? reply.send() : reply.type('application/xml').send(refusal.toXml(request.id));
    });
    bucketRoutes(s3, store);
    objectRoutes(s3, store);
  });
  await app.register(async (controls) => {
    controlScope(controls, { key: secretAccessKey, faults, mayKill: false });
    storeControlRoutes(controls, store);
  });
  await app.listen({ host: options.host, port: options.port });
  return { ...reachableUrl(app, options.host), stop: () => app.close() };
}

/** Contents that no record names were being received when a process was killed. */
async function sweep({ records, folder }: ObjectStore): Promise<void> {
  const parts = records.all('upload').flatMap((upload) => Object.values(upload.parts));
  const named = new Set([...records.all('object'), ...parts].map(({ file }) => file));
  const orphans = (await readdir(folder)).filter((name) => !named.has(name));
  await Promise.all(orphans.map((name) => rm(join(folder, name))));
}

const roomBody = {
  type: 'object',
  additionalProperties: false,
  required: ['bytes'],
  properties: { bytes: { type: ['integer', 'null'], minimum: 0 } },
} as const;

/** Test controls: the contents of the store, and its free space. */
function storeControlRoutes(app: FastifyInstance, store: ObjectStore): void {
  app.get('/sandbox/objects', async () => ({
    objects: store.records.all('object').map(({ bucket, key, bytes }) => ({ bucket, key, bytes })),
    uploads: store.records
      .all('upload')
      .map(({ bucket, key, parts }) => ({ bucket, key, parts: Object.keys(parts).length })),
  }));

  app.post<{ Body: { bytes: number | null } }>(
    '/sandbox/room',
    { schema: { body: roomBody } },
    async ({ body: { bytes } }) => {
      store.room.bytes = bytes ?? Infinity;
      return { bytes };
    },
  );
}
