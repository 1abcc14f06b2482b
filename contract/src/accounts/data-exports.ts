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
    'Have all your data put together: photos, films, invoices, payments, consents. A mail tells when it is ready. While one is being made, that one is answered.',
  reply: z.object({ dataExport }),
  status: 202,
});

export const latestDataExport = endpoint({
  method: 'GET',
  path: '/api/data-exports/latest',
  access: 'user',
  summary: 'Your last requested export, as long as it is kept.',
  reply: z.object({ dataExport: z.nullable(dataExport) }),
});
