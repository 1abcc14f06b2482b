import type { Deps } from '../../../deps.ts';
import { photoKey } from '../../photos/photo.queries.ts';
import { providerPhotoUrl } from '../../photos/files/media-links.ts';
import type { Attempt } from './attempt.queries.ts';

const timeoutMs = 10_000;

/** Fetches the photo as the provider would: `gone` where we do not have it, `unreachable` where its address does not give it. */
export async function checkPhotoLink(
  deps: Deps,
  { id, token, request }: Attempt,
): Promise<'good' | 'gone' | 'unreachable'> {
  const { filename } = request.photo;
  if ((await deps.storage.size(photoKey(filename))) === undefined) return 'gone';
  try {
    const response = await fetch(providerPhotoUrl(deps, filename, token), { signal: AbortSignal.timeout(timeoutMs) });
    const { byteLength } = await response.arrayBuffer();
    return response.ok && byteLength > 0 ? 'good' : 'unreachable';
  } catch (error) {
    deps.log.warn({ attemptId: id, err: error }, 'a photo cannot be fetched from its own address');
    return 'unreachable';
  }
}
