import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { untilClosed } from '../until-closed.ts';
import { invalidFields } from './invalid-fields.ts';

/** A file of a form, stored in a temporary folder. */
export interface ReceivedFile {
  /** The sender's file name: untrusted text. */
  readonly sentName: string;
  readonly path: string;
  /** Number of stored bytes, at most the maximum size of a file. */
  readonly bytes: number;
  /** The file was longer than allowed, and the rest was dropped. */
  readonly cut: boolean;
  readonly sha256: Buffer;
}

export interface ReceivedForm {
  readonly files: ReceivedFile[];
  /** Text fields by name; JSON parts are parsed. */
  readonly fields: Map<string, unknown>;
}

export interface FormRules {
  /** The field that holds the files; files in other fields are not kept. */
  fileField: string;
  maxFiles: number;
  maxFileBytes: number;
  maxFieldBytes: number;
}

/** Makes the routes of this scope accept multipart forms only. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldNameSize: 100, headerPairs: 20, parts: 100 },
    isPartAFile: (_field, contentType, name) => name !== undefined || !textTypes.has(contentType ?? 'text/plain'),
  });
}

/** Content types with which a part without a file name counts as text. */
const textTypes = new Set(['text/plain', 'application/json']);

/**
 * Streams the files of a form to temporary files while they arrive, each up to the maximum size.
 * @throws AppError body_too_large, malformed_request, storage_full, or validation_failed naming the file field
 */
export async function receiveForm(
  request: FastifyRequest,
  newPath: () => string,
  rules: FormRules,
): Promise<ReceivedForm> {
  checkLength(request, rules);
  try {
    return await readParts(request, newPath, rules);
  } catch (error) {
    // The client is still sending: read and drop the rest, so that it gets the refusal.
    request.raw.unpipe();
    request.raw.resume();
    throw toRefusal(error);
  }
}

/** Refuses a form that is too long by its Content-Length before the first byte is read. */
function checkLength(request: FastifyRequest, rules: FormRules): void {
  const most = (rules.maxFiles + 1) * rules.maxFileBytes;
  if (Number(request.headers['content-length'] ?? 0) > most) throw new AppError('body_too_large');
}

async function readParts(request: FastifyRequest, newPath: () => string, rules: FormRules): Promise<ReceivedForm> {
  const files: ReceivedFile[] = [];
  const fields = new Map<string, unknown>();
  if (!request.isMultipart()) return { files, fields };
  for await (const part of request.parts({
    limits: { fileSize: rules.maxFileBytes, fieldSize: rules.maxFieldBytes },
  })) {
    if (part.type === 'field') {
      if (fields.has(part.fieldname)) throw invalidFields({ [part.fieldname]: { code: 'too_many', limit: 1 } });
      if (part.valueTruncated)
        throw invalidFields({ [part.fieldname]: { code: 'too_long', limit: rules.maxFieldBytes } });
      fields.set(part.fieldname, part.value);
    } else if (part.fieldname === rules.fileField) {
      if (files.length === rules.maxFiles)
        throw invalidFields({ [rules.fileField]: { code: 'too_many', limit: rules.maxFiles } });
      const file = await keepFile(part, newPath());
      if (!isEmptyField(file)) files.push(file);
    } else {
      part.file.resume();
    }
  }
  return { files, fields };
}

async function keepFile(part: MultipartFile, path: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(part.file, measured, file);
  } finally {
    await untilClosed(file);
  }
  return { sentName: part.filename ?? '', path, bytes, cut: part.file.truncated, sha256: hash.digest() };
}

/** A browser sends a file field without a chosen file as an empty file without a name. */
function isEmptyField({ sentName, bytes }: ReceivedFile): boolean {
  return sentName === '' && bytes === 0;
}

function toRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { syscall } = error as NodeJS.ErrnoException;
  // Errors of the file system go to the error handler, which recognises a full disk; all others mean a malformed form.
  return syscall && syscall !== 'read' ? error : new AppError('malformed_request', { cause: error });
}
