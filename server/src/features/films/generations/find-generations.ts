import type { Tx } from '../../../platform/database/db.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import { alertAdmins } from '../../journal/queue-mail.ts';
import { insertDuplicates } from './duplicate-generation.queries.ts';
import type { ListGenerations, ProviderGeneration } from '../../../providers/video/video-provider.ts';

const pageSize = 100;
/** A provider's clock may differ from ours by this much. */
const clockMarginMs = 10 * 60_000;
/** More pages than this are no listing that ends. */
const maxPages = 1000;
/** Pages in a row that bring nothing new: the list grows faster than it is read, or its offset means nothing. */
const maxRepeats = 3;

/** The provider's list cannot be trusted to be whole: it changed while it was read, or does not end. */
export class ListingIncomplete extends Error {
  override name = 'ListingIncomplete';
}

/**
 * Every generation in the provider's list that echoes the token, from the newest back to `since`.
 * @throws ProviderError, ListingIncomplete where the absence of a match would prove nothing
 */
export async function findGenerations(
  list: ListGenerations,
  token: string,
  since: Date,
): Promise<ProviderGeneration[]> {
  const found: ProviderGeneration[] = [];
  const carriesToken = ({ echo }: ProviderGeneration) => echo.some((text) => text.includes(token));
  for await (const page of listingPages(list, since)) found.push(...page.filter(carriesToken));
  return found;
}

/** The pages of the whole list, or of its part since a moment, each generation once. */
export async function* listingPages(list: ListGenerations, since?: Date): AsyncGenerator<ProviderGeneration[]> {
  const seen = new Set<string>();
  let [offset, overlap, repeats] = [0, 0, 0];
  for (let pages = 0; pages < maxPages && repeats < maxRepeats; pages += 1) {
    const { generations, hasMore } = await list({ offset, limit: pageSize });
    const [first] = generations;
    // Where the overlap is missing, entries were removed meanwhile and others slipped past unread.
    if (overlap > 0 && first && !seen.has(first.id)) throw new ListingIncomplete('The list changed while it was read');
    const fresh = generations.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield fresh;
    if (!hasMore || generations.length === 0 || (since && isPast(generations, since))) return;
    repeats = fresh.length === 0 ? repeats + 1 : 0;
    overlap = generations.length > 1 ? 1 : 0;
    offset += generations.length - overlap;
  }
  throw new ListingIncomplete('The list does not end');
}

/** Newest first is documented nowhere for certain: a page counts as past only where its own order bears it out. */
function isPast(page: ProviderGeneration[], since: Date): boolean {
  const times = page.map(({ createdAt }) => createdAt?.getTime());
  const isDescending = times.every((time, i) => time !== undefined && (i === 0 || time <= (times[i - 1] ?? Infinity)));
  const oldest = times.at(-1);
  return times.length > 1 && isDescending && oldest !== undefined && oldest < since.getTime() - clockMarginMs;
}

interface Duplicates {
  provider: string;
  attemptId: string;
  photoId?: string | undefined;
  generationIds: string[];
}

/** Records generations beyond the one that was requested, which may have cost money, and notifies administrators of each once. */
export async function reportDuplicates(tx: Tx, found: Duplicates): Promise<void> {
  const fresh = await insertDuplicates(tx, found);
  if (fresh.length === 0) return;
  const text = `The provider ${found.provider} made ${fresh.join(', ')} besides the requested film (attempt ${found.attemptId}): a film may have been bought twice.`;
  await recordError(tx, { moduleName: 'videos', errorMessage: text, photoId: found.photoId });
  await alertAdmins(tx, { text, dedupeKey: `duplicate:${found.attemptId}:${fresh.join(',')}` });
}
