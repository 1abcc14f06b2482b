import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { date, id, pageQuery, text, time } from '../primitives.ts';

/** Audited actions of administrators, as `<feature>.<verb>`. Their texts are in the web app. */
export const auditActions = [
  'pricing.set',
  'prompts.create',
  'prompts.update',
  'prompts.delete',
  'prompts.order',
  'pictograms.create',
  'pictograms.update',
  'pictograms.delete',
  'video_config.set',
  'video_config.test',
  'notifications.update',
  'notifications.test',
  'videos.retry',
  'videos.retry_all',
  // Its call was removed; old entries remain.
  'videos.settle',
  'videos.resume',
  'videos.pause',
  'errors.resolve',
  'generations.delete',
  'generations.delete_all',
  'users.set_role',
  'users.sign_out',
  'users.disable',
  'users.enable',
  'users.send_mail',
  'users.export',
  'users.delete',
  'totp.enable',
  'totp.disable',
  'totp.renew_codes',
  'invoices.retry',
  'invoices.correct',
  'mails.send_again',
  'orders.view',
  'orders.retry',
  'orders.extend',
  'orders.delete',
  'orders.record_refund',
  'orders.refund',
  'orders.grant_films',
  'buckets.archive',
  'buckets.unarchive',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The actor of changes made on the machine itself, by `npm run admin` or ADMIN_EMAIL. */
export const machineActorId = '00000000-0000-0000-0000-000000000000';

export const auditActor = z.object({
  /** The account's id, or `machineActorId`. */
  id,
  /** Empty once the account was deleted and its name is no longer kept. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The account was deleted. */
  deleted: z.boolean(),
});

export const auditEntry = z.object({
  id: z.int(),
  at: time,
  actor: auditActor,
  /** One of `auditActions`, or an action of a newer version. */
  action: z.string(),
  subject: z.nullable(z.string()),
  /** The change as plain JSON, without secrets. */
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'Changes by administrators, newest first. Days are UTC days, both included.',
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
    /** All actors with entries, for the filter. */
    actors: z.array(auditActor),
  }),
});
