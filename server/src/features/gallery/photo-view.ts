import type { Content } from '@keepsake/contract/content';
import type { Prompt } from '@keepsake/contract/prompts';
import type { Queryable } from '../../platform/db.ts';
import type { SignedLinks } from '../../platform/signed-links.ts';
import { promptsById, toPrompt } from '../prompts/prompt.queries.ts';
import { contentsById, contentsOfBuckets, type ContentRow } from '../photos/photo.queries.ts';
import { contentStatus } from './photo-status.ts';
import { photoUrl } from '../photos/files/media-links.ts';
import { toProcessedContents, toVersions } from './film-view.ts';
import { versionsOfContents, type VersionRow } from './film-view.queries.ts';

interface ViewDeps {
  readonly links: SignedLinks;
}

/** Photos as the API shows them, by id: three statements however many there are. Ids that do not exist are left out. */
export async function viewContents(deps: ViewDeps, db: Queryable, contentIds: string[]): Promise<Content[]> {
  return view(deps, db, await contentsById(db, contentIds));
}

/** The photos of sets as the API shows them, in their order. */
export async function viewBucketContents(deps: ViewDeps, db: Queryable, bucketIds: string[]): Promise<Content[]> {
  return view(deps, db, await contentsOfBuckets(db, bucketIds));
}

async function view(deps: ViewDeps, db: Queryable, rows: ContentRow[]): Promise<Content[]> {
  if (rows.length === 0) return [];
  const versions = await versionsOfContents(
    db,
    rows.map(({ id }) => id),
  );
  const byContent = Map.groupBy(versions, ({ contentId }) => contentId);
  const prompts = await firstPrompts(db, rows);
  return rows.map((row) => toContent(deps.links, row, byContent.get(row.id) ?? [], prompts));
}

async function firstPrompts(db: Queryable, rows: ContentRow[]): Promise<Map<string, Prompt>> {
  const ids = new Set(rows.flatMap(({ actions }) => actions[0]?.promptId ?? []));
  const prompts = await promptsById(db, [...ids]);
  return new Map(prompts.map((row) => [row.id, toPrompt(row)]));
}

function toContent(links: SignedLinks, row: ContentRow, versions: VersionRow[], prompts: Map<string, Prompt>): Content {
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
    status: contentStatus(
      row.bucketStatus !== 'pending',
      versions.map(({ state }) => state),
    ),
    variety: Math.max(
      1,
      row.actions.reduce((sum, { variety }) => sum + variety, 0),
    ),
    actions: row.actions,
    PromptId: firstPromptId,
    Prompt: (firstPromptId && prompts.get(firstPromptId)) || null,
    ProcessedContents: toProcessedContents(links, versions),
    versions: toVersions(versions),
    createdAt: row.createdAt.toISOString(),
  };
}
