import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { currency, id, nameText, pageQuery, queryFlag, time, translated } from '../primitives.ts';
import { prompt } from '../films/prompts.ts';
import { lackCodes, processedContent, version } from '../films/videos.ts';

/** A photo's state, derived from its versions (see decisions on states). */
export const contentStatus = z.enum(['not_paid', 'paid', 'processing', 'done', 'failed', 'retry_pending']);
export type ContentStatus = z.output<typeof contentStatus>;

export const action = z.object({
  promptId: id,
  variety: z._default(z.number().check(z.int(), z.minimum(limits.varietyMin), z.maximum(limits.varietyMax)), 1),
  /** The customer's yes to what the film will show instead, by the reason for it (`instead` of the photo's check). */
  agreedTo: z.optional(z.enum(lackCodes)),
});
export type Action = z.output<typeof action>;
export const actions = z.array(action).check(z.maxLength(limits.actionsPerPhoto));

/** The client's id for an upload, kept by the photo that it became; null if none was sent. */
const uploadId = z.nullable(id);

/** One photo of a set. */
export const content = z.object({
  id,
  bucketId: id,
  /** Opaque server-made file name; also the name DELETE /api/content/file takes. */
  filename: z.string(),
  originalName: z.string(),
  uploadId,
  /** Signed and expiring: request it again instead of storing it. With `&w=` and one of `photoWidths` it leads to the photo reduced to that width. */
  photoUrl: z.string(),
  width: z.int(),
  height: z.int(),
  /** The middle of the heads in it, in fractions of its sides: what a crop keeps. Null if nobody is seen in it, or it is not checked yet. */
  focus: z._default(z.nullable(z.object({ x: z.number(), y: z.number() })), null),
  status: contentStatus,
  /** Sum of the versions of all its actions, at least 1. */
  variety: z.int(),
  actions: z.array(action),
  PromptId: z.nullable(id),
  Prompt: z.nullable(prompt),
  ProcessedContents: z.array(processedContent),
  versions: z.array(version),
  createdAt: time,
});
export type Content = z.output<typeof content>;

export const bucketStatus = z.enum(['pending', 'paid', 'archived']);

/** For an unpaid set: its payment is pending and may take days, or the last one failed and it can be paid again. */
export const delayedPayment = z.enum(['under_way', 'failed']);
export type DelayedPayment = z.output<typeof delayedPayment>;

/** A set of photos: the unit of an order. */
export const bucket = z.object({
  id,
  /** What its customer calls it; null until it is named, and shown as its date then. */
  name: z._default(z.nullable(z.string()), null),
  status: bucketStatus,
  createdAt: time,
  updatedAt: time,
  paidAt: z.nullable(time),
  payment: z.nullable(delayedPayment),
  /** When its files will be deleted. */
  deletionDate: z.nullable(time),
  Contents: z.array(content),
});
export type Bucket = z.output<typeof bucket>;

export const rejectedFile = z.object({
  filename: z.string(),
  uploadId,
  code: z.enum([
    'unsupported_type',
    'too_large',
    'too_many_pixels',
    'too_small',
    'too_complex',
    'unreadable',
    'empty',
    'animated',
    /** The upload was cancelled. */
    'removed',
  ]),
  /** The reason as text, with the limits that apply. */
  error: z.string(),
});
export type RejectedFile = z.output<typeof rejectedFile>;

export const uploadedContent = z.object({
  id,
  photoUrl: z.string(),
  filename: z.string(),
  originalName: z.string(),
  uploadId,
  width: z.int(),
  height: z.int(),
});

export const uploadReply = z.object({
  bucketId: z.nullable(id),
  content: z.array(uploadedContent),
  rejected: z.array(rejectedFile),
});

/**
 * JSON of the multipart field `contentEntries`: one entry per file, in the order of the files. `uploadId` is a UUID of the sender's own for each
 * photo: sending it again to the same set returns the existing photo, whatever the file's name; another id is another photo.
 */
export const contentEntries = z
  .array(
    z.object({
      actions: z._default(actions, []),
      uploadId: z.optional(id),
      /** When the photo was chosen: the photos of a set have this order, whichever upload ends first. */
      chosenAt: z.optional(time),
    }),
  )
  .check(z.maxLength(limits.filesPerUpload));

export const uploadContent = endpoint({
  method: 'POST',
  path: '/api/content/upload',
  access: 'user',
  summary:
    'Upload photos (multipart: `files`, optional `contentEntries`, optional `bucketId`). Without `bucketId` a new set is made; an optional `setKey`, a UUID of your own, makes that safe to repeat, and so does an `uploadId`, a UUID of your own, in the entry of a file: photos keep it, and the same one in a set is the same photo. Where any file is refused the answer is 422 with `rejected`; the other files are kept and listed in the same body.',
  bodyType: 'multipart',
  reply: uploadReply,
  status: 201,
  errors: [
    'not_found',
    'files_rejected',
    'bucket_not_editable',
    'bucket_payment_in_progress',
    'bucket_payment_processing',
    'payment_not_closed',
    'too_many_open_buckets',
    'too_many_photos',
    'prompt_not_available',
    'duplicate_prompt',
    'storage_full',
  ],
});

export const copyContent = endpoint({
  method: 'POST',
  path: '/api/content/copy/:id',
  access: 'user',
  summary:
    'Put one of your photos once more into an unpaid set, to order further effects without sending it again: into `bucketId`, or into a new set, which an optional `setKey`, a UUID of your own, makes safe to repeat. A set has one copy of a photo.',
  params: z.object({ id }),
  body: z.object({ bucketId: z.optional(id), setKey: z.optional(id) }),
  reply: z.object({ bucket }),
  errors: [
    'bucket_not_editable',
    'bucket_payment_in_progress',
    'bucket_payment_processing',
    'payment_not_closed',
    'too_many_open_buckets',
    'too_many_photos',
    'storage_full',
  ],
});

export const updateBatch = endpoint({
  method: 'POST',
  path: '/api/content/update-batch',
  access: 'user',
  summary: 'Set the effects of photos of unpaid sets, all or nothing.',
  body: z.object({
    contents: z.array(z.object({ id, actions })).check(z.minLength(1), z.maxLength(limits.photosPerBucket)),
  }),
  reply: z.object({ contents: z.array(content) }),
  errors: [
    'not_found',
    'bucket_not_editable',
    'bucket_payment_in_progress',
    'bucket_payment_processing',
    'payment_not_closed',
    'prompt_not_available',
    'duplicate_prompt',
  ],
});

export const myBuckets = endpoint({
  method: 'GET',
  path: '/api/content/my',
  access: 'user',
  summary:
    'Your sets, newest first, archived ones hidden; with `archived=true` those alone. With `bucket` the page on which that set is, among the archived ones where it is one of them.',
  query: z.extend(pageQuery(limits.dashboardPageSize), { bucket: z.optional(id), archived: queryFlag }),
  reply: z.object({
    buckets: z.array(bucket),
    pagination: z.object({ total: z.int(), totalPages: z.int(), page: z.int(), limit: z.int() }),
    /** These are the archived ones. */
    archived: z._default(z.boolean(), false),
    /** How many of the customer's sets are archived, whichever are listed. */
    archivedTotal: z._default(z.int(), 0),
  }),
});

export const batchStatus = endpoint({
  method: 'POST',
  path: '/api/content/batch-status',
  access: 'user',
  summary: 'Where your photos stand. Ids that are not yours are left out.',
  body: z.object({ contentIds: z.array(id).check(z.maxLength(limits.statusIdsMax)) }),
  reply: z.object({
    statuses: z.record(
      z.string(),
      z.object({ status: contentStatus, processedVideos: z.array(processedContent), versions: z.array(version) }),
    ),
  }),
});

export const getContent = endpoint({
  method: 'GET',
  path: '/api/content/:id',
  access: 'user',
  summary: 'One of your photos.',
  params: z.object({ id }),
  reply: z.object({ content }),
});

export const bucketContents = endpoint({
  method: 'GET',
  path: '/api/content/bucket/:id',
  access: 'user',
  summary: 'The photos of one of your sets.',
  params: z.object({ id }),
  reply: z.object({ contents: z.array(content) }),
});

export const deleteContentFile = endpoint({
  method: 'DELETE',
  path: '/api/content/file/:filename',
  access: 'user',
  summary: 'Delete one of your photos with its films; the set goes with its last photo.',
  params: z.object({ filename: z.string().check(z.maxLength(80), z.regex(/^[A-Za-z0-9-]+\.(?:jpg|png|webp)$/)) }),
  reply: z.object({ wasLastContent: z.boolean() }),
  errors: ['bucket_payment_in_progress', 'bucket_payment_processing', 'payment_not_closed'],
});

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/api/content/upload/:uploadId',
  access: 'user',
  summary:
    'Delete a photo of an unpaid set by the `uploadId` that it was sent with, whether it has arrived or not: one that is stored is deleted (the set goes with its last photo), one that arrives later is refused as `removed`. Safe to repeat.',
  params: z.object({ uploadId: id }),
  reply: z.object({
    /** Whether it was stored. */
    deleted: z.boolean(),
    wasLastContent: z.boolean(),
  }),
  errors: ['bucket_not_editable', 'bucket_payment_in_progress', 'bucket_payment_processing', 'payment_not_closed'],
});

export const getBucket = endpoint({
  method: 'GET',
  path: '/api/buckets/:id',
  access: 'user',
  summary: 'One of your sets with its photos.',
  params: z.object({ id }),
  reply: z.object({ bucket }),
});

export const zipBucket = endpoint({
  method: 'GET',
  path: '/api/buckets/:id/zip',
  access: 'user',
  summary:
    'A signed link to the finished films of one of your sets as one zip file. Not found where no film is finished.',
  params: z.object({ id }),
  reply: z.object({ downloadUrl: z.string(), films: z.int() }),
});

export const deleteBucket = endpoint({
  method: 'DELETE',
  path: '/api/buckets/:id',
  access: 'user',
  summary: 'Delete one of your sets with all its files at once.',
  params: z.object({ id }),
  reply: z.object({ message: z.string() }),
  errors: ['bucket_payment_in_progress', 'bucket_payment_processing', 'payment_not_closed'],
});

export const newBucketName = z.object({
  /** Empty: it is shown as its date again. */
  name: nameText(limits.bucketNameLength),
});

export const renameBucket = endpoint({
  method: 'PUT',
  path: '/api/buckets/:id/name',
  access: 'user',
  summary: 'Name one of your sets, or take its name away by an empty one.',
  params: z.object({ id }),
  body: newBucketName,
  reply: z.object({ bucket }),
});

export const archiveBucket = endpoint({
  method: 'POST',
  path: '/api/buckets/:id/archive',
  access: 'user',
  summary:
    'Take one of your paid sets off the dashboard. It is kept as long as before, and its films go on being made.',
  params: z.object({ id }),
  reply: z.object({ bucket }),
  errors: ['bucket_not_paid'],
});

export const unarchiveBucket = endpoint({
  method: 'POST',
  path: '/api/buckets/:id/unarchive',
  access: 'user',
  summary: 'Bring one of your archived sets back to the dashboard.',
  params: z.object({ id }),
  reply: z.object({ bucket }),
  errors: ['bucket_not_paid'],
});

/** An event in a set's history. Films have the names under which they were sold. */
export const timelineEntry = z.object({
  at: time,
  kind: z.enum([
    'made',
    'ordered',
    'paid',
    'refunded',
    'disputed',
    'film_asked',
    'film_done',
    'film_failed',
    'film_replaced',
    'film_owed',
    'free_versions',
    'film_granted',
    'films_removed',
    'mail',
    'archived',
    'unarchived',
    'to_be_deleted',
  ]),
  /** Major units; only for events about money. */
  amount: z.nullable(z.number()),
  currency: z.nullable(currency),
  film: z.nullable(z.object({ photo: z.string(), action: translated, number: z.int(), attempt: z.nullable(z.int()) })),
  /** The mail's kind, why a film could not be made, or how many films were removed; clients have their own texts. */
  code: z.nullable(z.string()),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

export const bucketTimeline = endpoint({
  method: 'GET',
  path: '/api/buckets/:id/timeline',
  access: 'user',
  summary: 'What happened to one of your sets, newest first: its order and payment, every attempt at each film, mails.',
  params: z.object({ id }),
  query: pageQuery(50),
  reply: z.object({ entries: z.array(timelineEntry), total: z.int() }),
});
