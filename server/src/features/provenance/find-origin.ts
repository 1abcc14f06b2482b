import type { checkFilm, FilmOrigin } from '@keepsake/contract/provenance';
import type { ReplyInput } from '@keepsake/contract/endpoint';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { ReceivedFile } from '../../platform/http/multipart.ts';
import { readFilmMark, type FilmMark } from '../../providers/video/read-film.ts';
import { findFilmMadeAt } from '../films/film.queries.ts';

type Origin = ReplyInput<typeof checkFilm>;

export const unknownOrigin: Origin = { origin: 'unknown', madeAt: null };

/** Where a film comes from: what we know of its bytes counts more than what it says itself. @throws AppError not_a_film */
export async function findOrigin(deps: Deps, film: ReceivedFile): Promise<Origin> {
  const known = await knownOrigin(deps, film.sha256);
  if (known) return known;
  const mark = await readFilmMark(film.path);
  if (mark === 'not_a_film') throw new AppError('not_a_film');
  return { origin: originOf[mark], madeAt: null };
}

/** Undefined where no film with this SHA-256 was made here. */
export async function knownOrigin(deps: Deps, sha256: Buffer): Promise<Origin | undefined> {
  const made = await findFilmMadeAt(deps.db, sha256);
  return made && { origin: 'made_here', madeAt: made.toISOString() };
}

const originOf: Record<FilmMark, FilmOrigin> = {
  original: 'our_mark',
  altered: 'altered',
  copy: 'copy',
  foreign: 'other_maker',
  none: 'unknown',
};
