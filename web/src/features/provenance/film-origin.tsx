import { type FilmOrigin as Kind, checkFilm, knownFilm } from '@keepsake/contract/films/provenance';
import { useEffect, useRef, useState } from 'react';
import { site } from '../../shared/site.ts';
import { longDate } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Notice, type Tone } from '../../ui/feedback/notice.tsx';
import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { ApiError, call, endpointUrl, failure, networkError, parseReply, requestHeaders } from '../../shared/api.ts';
import { getToken } from '../../shared/session.ts';

const tones: Record<Kind, Tone> = {
  made_here: 'ok',
  our_mark: 'ok',
  altered: 'warn',
  copy: 'warn',
  other_maker: 'neutral',
  unknown: 'neutral',
};

/** Shows the finding about a film's origin. */
export function FilmOrigin({ name, check }: { name: string; check: FilmCheck }) {
  const { t } = useTranslation('provenance');
  if (check.state === 'idle') return null;
  if (check.state === 'checking')
    return (
      <Notice>
        <p>{t('checking', { name })}</p>
      </Notice>
    );
  if (check.state === 'failed') {
    return (
      <Notice tone="bad" title={t('failed', { name })}>
        <p>{errorText(check.error)}</p>
      </Notice>
    );
  }
  const { origin, madeAt } = check.origin;
  const values = { productName: site().productName, date: madeAt === null ? '' : longDate(madeAt) };
  return (
    <Notice tone={tones[origin]} title={t(`${origin}.title`, values)}>
      <p>{t(`${origin}.text`, values)}</p>
      <p>{t('file', { name })}</p>
    </Notice>
  );
}

type FilmCheck =
  | { state: 'idle' }
  | { state: 'checking' }
  | { state: 'told'; origin: Origin }
  | { state: 'failed'; error: unknown };

/** Checks one film at a time; a newer choice replaces an older one. */
export function useFilmCheck(): { name: string; check: FilmCheck; start: (film: File) => void } {
  const [check, setCheck] = useState<FilmCheck>({ state: 'idle' });
  const [name, setName] = useState('');
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (film: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setName(film.name);
    setCheck({ state: 'checking' });
    const show = (found: FilmCheck) => {
      if (!controller.signal.aborted) setCheck(found);
    };
    findOrigin(film, controller.signal).then(
      (origin) => show({ state: 'told', origin }),
      (error: unknown) => show({ state: 'failed', error }),
    );
  };
  return { name, check, start };
}

type Origin = Reply<typeof checkFilm>;

/**
 * The origin of a film. Its SHA-256 is computed in the browser and looked up first: an unchanged film of this installation never
 * leaves the reader's device.
 */
async function findOrigin(film: File, signal: AbortSignal): Promise<Origin> {
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
