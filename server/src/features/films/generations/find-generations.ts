import type { Tx } from '../../../platform/database/db.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import { alertAdmins } from '../../journal/queue-mail.ts';
import { insertDuplicates } from './duplicate-generation.queries.ts';
import type { ListGenerations, ProviderGeneration } from '../../../providers/video/video-provider.ts';

const pageSize = 100;
/** A provider's clock may differ from ours by this much. */
const clockMarginMs = 10 * 60_000;
/** With more pages than this the listing is assumed to be endless. */
const maxPages = 1000;
/** Maximum number of consecutive pages without a new entry: the list grows faster than it is read, or ignores the offset. */
const maxRepeats = 3;

/** The provider's list may be incomplete: it changed while it was read, or does not end. */
export class ListingIncomplete extends Error {
  override name = 'ListingIncomplete';
}

/**
 * Every generation in the provider's list that echoes the token, from the newest back to `since`.
 * @throws ProviderError; ListingIncomplete if a missing match would prove nothing
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

/** The pages of the list, back to `since` if it is given; each generation is returned once. */
export async function* listingPages(list: ListGenerations, since?: Date): AsyncGenerator<ProviderGeneration[]> {
  const seen = new Set<string>();
  let [offset, overlap, repeats] = [0, 0, 0];
  for (let pages = 0; pages < maxPages && repeats < maxRepeats; pages += 1) {
    const { generations, hasMore } = await list({ offset, limit: pageSize });
    const [first] = generations;
    // Pages overlap. Without an overlap entries were removed meanwhile, and others moved to a page that was already read.
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

/** The order “newest first” is not documented, so a page counts as past only if its entries have that order. */
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

/** Records generations beyond the requested one, which may have cost money, and notifies administrators once of each. */
export async function reportDuplicates(tx: Tx, found: Duplicates): Promise<void> {
  const fresh = await insertDuplicates(tx, found);
  if (fresh.length === 0) return;
  const text = `The provider ${found.provider} made ${fresh.join(', ')} besides the requested film (attempt ${found.attemptId}): a film may have been bought twice.`;
  await recordError(tx, { moduleName: 'videos', errorMessage: text, photoId: found.photoId });
  await alertAdmins(tx, { text, dedupeKey: `duplicate:${found.attemptId}:${fresh.join(',')}` });
}
