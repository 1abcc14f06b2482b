import type { Bucket, DelayedPayment, Content } from '@keepsake/contract/photos/content';
import type { Prompt } from '@keepsake/contract/films/prompts';
import type { Queryable } from '../../platform/database/db.ts';
import type { SignedLinks } from '../../platform/secrets/signed-links.ts';
import { delayedPayments } from '../checkouts/checkout.queries.ts';
import type { BucketRow } from '../photos/buckets/bucket.queries.ts';
import { promptsById } from '../prompts/prompt.queries.ts';
import { toPrompt } from '../prompts/view-prompt.ts';
import { photosById, photosOfBuckets, type PhotoRow } from '../photos/photo.queries.ts';
import { photoUrl } from '../photos/files/media-links.ts';
import { photoFocus } from './photo-focus.ts';
import { photoStatus } from './photo-status.ts';
import { toProcessedContents, toVersions } from './film-view.ts';
import { filmsOfPhotos, type FilmRow } from './film-view.queries.ts';

/** Sets with their photos as the API shows them, in the order given. */
export async function viewBuckets(
  deps: { links: SignedLinks },
  db: Queryable,
  rows: readonly BucketRow[],
): Promise<Bucket[]> {
  const photos = await viewBucketPhotos(
    deps,
    db,
    rows.map(({ id }) => id),
  );
  const unpaid = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
  const payments = unpaid.length > 0 ? await delayedPayments(db, unpaid) : new Map<string, DelayedPayment>();
  const byBucket = Map.groupBy(photos, ({ bucketId }) => bucketId);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    payment: payments.get(row.id) ?? null,
    deletionDate: row.deletionDate.toISOString(),
    Contents: byBucket.get(row.id) ?? [],
  }));
}

interface ViewDeps {
  readonly links: SignedLinks;
}

/** Photos as the API shows them, by id: three statements for any number. Unknown ids are left out. */
export async function viewPhotos(deps: ViewDeps, db: Queryable, photoIds: string[]): Promise<Content[]> {
  return view(deps, db, await photosById(db, photoIds));
}

/** The photos of these buckets as the API shows them, in order. */
export async function viewBucketPhotos(deps: ViewDeps, db: Queryable, bucketIds: string[]): Promise<Content[]> {
  return view(deps, db, await photosOfBuckets(db, bucketIds));
}

async function view(deps: ViewDeps, db: Queryable, rows: PhotoRow[]): Promise<Content[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const films = await filmsOfPhotos(db, ids);
  const byPhoto = Map.groupBy(films, ({ photoId }) => photoId);
  const prompts = await firstPrompts(db, rows);
  return rows.map((row) => toContent(deps.links, row, byPhoto.get(row.id) ?? [], prompts));
}

async function firstPrompts(db: Queryable, rows: PhotoRow[]): Promise<Map<string, Prompt>> {
  const ids = new Set(rows.flatMap(({ actions }) => actions[0]?.promptId ?? []));
  const prompts = await promptsById(db, [...ids]);
  return new Map(prompts.map((row) => [row.id, toPrompt(row)]));
}

function toContent(links: SignedLinks, row: PhotoRow, films: FilmRow[], prompts: Map<string, Prompt>): Content {
  const firstPromptId = row.actions[0]?.promptId ?? null;
  return {
    id: row.id,
    bucketId: row.bucketId,
    filename: row.filename,
    originalName: row.originalName,
    uploadId: row.uploadId,
    photoUrl: photoUrl(links, row.filename),
    width: row.width,
    height: row.height,
    status: photoStatus(
      row.bucketStatus !== 'pending',
      films.map(({ state }) => state),
    ),
    variety: Math.max(
      1,
      row.actions.reduce((sum, { variety }) => sum + variety, 0),
    ),
    actions: row.actions,
    focus: photoFocus(row.findings),
    PromptId: firstPromptId,
    Prompt: (firstPromptId && prompts.get(firstPromptId)) || null,
    ProcessedContents: toProcessedContents(links, films),
    versions: toVersions(films),
    createdAt: row.createdAt.toISOString(),
  };
}
