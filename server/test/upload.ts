import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadContent, type uploadReply } from '@keepsake/contract/photos/content';
import sharp from 'sharp';
import type * as z from 'zod/mini';
import { sql } from 'kysely';
import { firstRow } from './statements.ts';
import { drawPhoto } from './draw-photo.ts';
import type { TestApp } from './harness.ts';

export interface SentFile {
  name: string;
  bytes: Uint8Array;
  type?: string;
}

type UploadBody = z.output<typeof uploadReply> & { error: string; code: string; fields: Record<string, string> };

/** Uploads files as a browser does. */
export async function upload(
  app: Pick<TestApp, 'url'>,
  token: string | undefined,
  files: SentFile[],
  fields: Record<string, string> = {},
): Promise<{ status: number; body: UploadBody }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const { name, bytes, type } of files) {
    form.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: type ?? 'image/jpeg' }), name);
  }
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(app.url + uploadContent.path, { method: 'POST', body: form, headers });
  return { status: response.status, body: (await response.json()) as UploadBody };
}

/** A photo whose file is unlike any other. */
export async function newPhoto(name = 'photo.jpg', width = 900, height = 600): Promise<SentFile> {
  const bytes = await drawPhoto(width, height)
    .jpeg({ quality: 90 })
    .withExif({ IFD0: { ImageDescription: randomUUID() } })
    .toBuffer();
  return { name, bytes };
}

/** One whose worker may look for faces: it shows one person, as looking takes five times as long where nobody is found. */
export async function newPortrait(): Promise<SentFile> {
  const bytes = await sharp(join(import.meta.dirname, '../../node_modules/@vladmandic/face-api/demo/sample3.jpg'))
    .extract({ left: 1010, top: 110, width: 480, height: 480 })
    .resize(600)
    .withExif({ IFD0: { ImageDescription: randomUUID() } })
    .toBuffer();
  return { name: 'portrait.jpg', bytes };
}

/** What an upload may leave behind: rows, files in storage, announced files, and temporary files. */
export async function traces(
  app: Pick<TestApp, 'db' | 'deps'>,
): Promise<{ photos: number; files: string[]; announced: number; temporary: string[] }> {
  const counted = await firstRow<{ photos: number; announced: number }>(
    app.db,
    sql`select (select count(*)::int from photos) as photos, (select count(*)::int from file_removals) as announced`,
  );
  const files = [];
  for await (const key of app.deps.storage.list('photos/')) files.push(key);
  const temporary = await readdir(join(app.deps.config.DATA_DIR, 'tmp'));
  return { photos: counted?.photos ?? 0, announced: counted?.announced ?? 0, files, temporary };
}

export const noTraces = { photos: 0, files: [], announced: 0, temporary: [] };
