import { contentEntries } from '@keepsake/contract/photos/content';
import { limits } from '@keepsake/contract/limits';
import { id } from '@keepsake/contract/primitives';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { parse } from '../../../platform/http/api.ts';
import { invalidFields } from '../../../platform/http/invalid-fields.ts';
import { receiveForm } from '../../../platform/http/multipart.ts';
import type { Upload } from './upload-photos.ts';

const form = z.object({
  bucketId: z.optional(id),
  setKey: z.optional(id),
  contentEntries: z._default(contentEntries, []),
});

/**
 * Reads the form of an upload, and stores its files at new paths.
 * @throws AppError validation_failed naming the field, and what `receiveForm` throws
 */
export async function receiveUpload(request: FastifyRequest, newPath: () => string): Promise<Upload> {
  const { files, fields } = await receiveForm(request, newPath, {
    fileField: 'files',
    maxFiles: limits.filesPerUpload,
    maxFileBytes: limits.photoBytes,
    maxFieldBytes: limits.jsonBodyBytes,
  });
  if (files.length === 0) throw invalidFields({ files: { code: 'required' } });
  const {
    bucketId,
    setKey,
    contentEntries: entries,
  } = parse(form, {
    bucketId: fields.get('bucketId') || undefined,
    setKey: fields.get('setKey') || undefined,
    contentEntries: fromJson(fields.get('contentEntries')),
  });
  if (entries.length > files.length) throw invalidFields({ contentEntries: { code: 'too_many', limit: files.length } });
  const uploadIds = entries.map(({ uploadId }) => uploadId?.toLowerCase());
  const repeated = uploadIds.findIndex((uploadId, at) => uploadId !== undefined && uploadIds.indexOf(uploadId) < at);
  if (repeated !== -1) throw invalidFields({ [`contentEntries.${repeated}.uploadId`]: { code: 'not_allowed' } });
  return {
    files,
    actions: entries.map(({ actions }) => actions),
    chosenAt: entries.map(({ chosenAt }) => chosenAt),
    uploadIds,
    bucketId,
    setKey,
  };
}

/** A part with a JSON content type is already parsed. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value || undefined;
  try {
    return JSON.parse(value);
  } catch {
    throw invalidFields({ contentEntries: { code: 'wrong_format' } });
  }
}
