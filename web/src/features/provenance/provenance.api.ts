import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { checkFilm, knownFilm } from '@keepsake/contract/films/provenance';
import { ApiError, call, endpointUrl, failure, networkError, parseReply, requestHeaders } from '../../shared/api.ts';
import { getToken } from '../../shared/session.ts';

export type Origin = Reply<typeof checkFilm>;

/**
 * The origin of a film. Its SHA-256 is computed in the browser and looked up first: an unchanged film of this installation never
 * leaves the reader's device.
 */
export async function findOrigin(film: File, signal: AbortSignal): Promise<Origin> {
  if (film.size > limits.checkedFilmBytes) throw new ApiError('body_too_large', 0, 'The film is too large.');
  // `crypto.subtle` exists only in secure contexts (HTTPS or localhost).
  if (!window.isSecureContext) return sendFilm(film, signal);
  const known = await call(knownFilm, { params: { fingerprint: await fingerprint(film) }, signal });
  return known.origin === 'made_here' ? known : sendFilm(film, signal);
}

/** SHA-256 in hexadecimal digits. */
async function fingerprint(film: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await film.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function sendFilm(film: File, signal: AbortSignal): Promise<Origin> {
  const body = new FormData();
  body.set('film', film);
  const sentToken = getToken();
  let response: Response;
  try {
    response = await fetch(endpointUrl(checkFilm), {
      method: checkFilm.method,
      headers: requestHeaders(false),
      body,
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw networkError();
  }
  const reply: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failure(response.status, reply, sentToken);
  return parseReply(checkFilm, reply, response.status);
}
