import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { date, id, pageQuery, text, time } from '../primitives.ts';

/** What administrators do that is written down: `<feature>.<verb>`. Texts are the web's. */
export const auditActions = [
  'pricing.set',
  'prompts.create',
  'prompts.update',
  'prompts.delete',
  'pictograms.create',
  'pictograms.update',
  'pictograms.delete',
  'video_config.set',
  'video_config.test',
  'notifications.update',
  'notifications.test',
  'videos.retry',
  'videos.retry_all',
  // Of a call that is no more: its entries stay.
  'videos.settle',
  'videos.resume',
  'generations.delete',
  'generations.delete_all',
  'users.set_role',
  'users.sign_out',
  'totp.enable',
  'totp.disable',
  'totp.renew_codes',
  'invoices.retry',
  'orders.record_refund',
  'orders.grant_films',
  'buckets.archive',
  'buckets.unarchive',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Stands for whoever works on the machine itself: `npm run admin`, ADMIN_EMAIL. */
export const machineActorId = '00000000-0000-0000-0000-000000000000';

export const auditActor = z.object({
  /** Of the account, or `machineActorId`. */
  id,
  /** Empty once the account has been deleted for longer than names are kept. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The account is gone. */
  deleted: z.boolean(),
});

export const auditEntry = z.object({
  id: z.int(),
  at: time,
  actor: auditActor,
  /** One of `auditActions`, or a word of a newer version. */
  action: z.string(),
  subject: z.nullable(z.string()),
  /** Plain JSON of what was changed, without secrets. */
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'What administrators changed, newest first. Days are days of UTC, both included.',
  query: z.extend(pageQuery(limits.adminPageSize), {
    actor: z.optional(id),
    action: z.optional(z.enum(auditActions)),
    subject: z.optional(text(200)),
    from: z.optional(date),
    to: z.optional(date),
  }),
  reply: z.object({
    data: z.array(auditEntry),
    total: z.int(),
    /** Everybody of whom there are entries, for the filter. */
    actors: z.array(auditActor),
  }),
});
