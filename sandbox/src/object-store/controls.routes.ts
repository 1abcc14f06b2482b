import type { FastifyInstance } from 'fastify';
import type { ObjectStore } from './object-store-context.ts';

const roomBody = {
  type: 'object',
  additionalProperties: false,
  required: ['bytes'],
  properties: { bytes: { type: ['integer', 'null'], minimum: 0 } },
} as const;

/** What lies in the store, and how much may. */
export function storeControlRoutes(app: FastifyInstance, store: ObjectStore): void {
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
