import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, time } from '../primitives.ts';

/** All stored data of a customer as one zip file. */
export const dataExport = z.object({
  id,
  state: z.enum(['waiting', 'ready', 'failed']),
  requestedAt: time,
  /** When the file will be deleted; only in state `ready`. */
  expiresAt: z.nullable(time),
  bytes: z.nullable(z.number()),
  /** Signed and expiring. */
  downloadUrl: z.nullable(z.string()),
});
export type DataExport = z.output<typeof dataExport>;

export const requestDataExport = endpoint({
  method: 'POST',
  path: '/api/data-exports',
  access: 'user',
  summary:
    'Request an export of all your data: photos, films, invoices, payments, consents. You get a mail when it is ready. While an export is being made, that one is returned.',
  reply: z.object({ dataExport }),
  status: 202,
});

export const latestDataExport = endpoint({
  method: 'GET',
  path: '/api/data-exports/latest',
  access: 'user',
  summary: 'Your latest export, until it expires.',
  reply: z.object({ dataExport: z.nullable(dataExport) }),
});
