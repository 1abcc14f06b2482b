import { limits } from '@keepsake/contract/limits';
import * as contract from '@keepsake/contract/films/provenance';
import type { checkFilm, FilmOrigin } from '@keepsake/contract/films/provenance';
import type { ReplyInput } from '@keepsake/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { invalidFields } from '../../platform/http/invalid-fields.ts';
import { receiveForm, type ReceivedFile } from '../../platform/http/multipart.ts';
import { createUploadGate } from '../../platform/http/upload-gate.ts';
import { networkOf } from '../../platform/network/network-of.ts';
import { readFilmMark, type FilmMark } from '../../providers/video/read-film.ts';
import { findFilmMadeAt } from '../films/film.queries.ts';

/** Limits of concurrent checks, those of a network with films that are arriving; each holds a connection and up to 64 MB of disk space. */
const checksAtOnce = 8;
const checksOfNetwork = 2;

export function provenanceRoutes(api: Api, deps: Deps): void {
  const gate = createUploadGate(checksAtOnce);

  api.handle(
    contract.knownFilm,
    async ({ params }) => (await knownOrigin(deps, Buffer.from(params.fingerprint, 'hex'))) ?? unknownOrigin,
  );

  api.handle(contract.checkFilm, async ({ request }) => {
    const network = networkOf(request.ip);
    await deps.limits.count('filmCheck', network);
    return deps.temp.use((newPath) =>
      gate.run(
        [{ name: network, most: checksOfNetwork }],
        () => receiveFilm(request, newPath),
        (film) => findOrigin(deps, film),
      ),
    );
  });
}

/** @throws AppError validation_failed, body_too_large, and what `receiveForm` throws */
async function receiveFilm(request: FastifyRequest, newPath: () => string): Promise<ReceivedFile> {
  const { files } = await receiveForm(request, newPath, {
    fileField: 'film',
    maxFiles: 1,
    maxFileBytes: limits.checkedFilmBytes,
    maxFieldBytes: 1024,
  });
  const [film] = files;
  if (!film) throw invalidFields({ film: { code: 'required' } });
  if (film.cut) throw new AppError('body_too_large');
  return film;
}

type Origin = ReplyInput<typeof checkFilm>;

const unknownOrigin: Origin = { origin: 'unknown', madeAt: null };

/** The origin of a film: a known fingerprint takes precedence over the mark in the file. @throws AppError not_a_film */
async function findOrigin(deps: Deps, film: ReceivedFile): Promise<Origin> {
  const known = await knownOrigin(deps, film.sha256);
  if (known) return known;
  const mark = await readFilmMark(film.path);
  if (mark === 'not_a_film') throw new AppError('not_a_film');
  return { origin: originOf[mark], madeAt: null };
}

/** Undefined if no film with this SHA-256 was made here. */
async function knownOrigin(deps: Deps, sha256: Buffer): Promise<Origin | undefined> {
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
