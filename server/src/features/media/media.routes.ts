import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { photoWidths, type PhotoWidth } from '@keepsake/contract/limits';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { LinkPurpose } from '../../platform/secrets/signed-links.ts';
import { sendMedia } from './send-media.ts';
import { sendReducedPhoto } from './send-reduced-photo.ts';
import { sendZip } from './send-zip.ts';
import type { Queryable } from '../../platform/database/db.ts';
import {
  dataExportFile,
  filmFile,
  invoiceFile,
  photoFile,
  posterFile,
  testFilmFile,
  type MediaFile,
} from './media.queries.ts';

/** Milliseconds. A film may take longer to reach a slow phone than any other reply. */
const longestTransferMs = 2 * 3_600_000;

/**
 * Photos and films by signed link: an `<img>` or `<video>` cannot send a token. A link that is invalid, expired, for another purpose, or
 * whose file is deleted gets the same answer.
 */
export function mediaRoutes(server: FastifyInstance, deps: Deps): void {
  const options = { method: ['GET', 'HEAD'], handlerTimeout: longestTransferMs };

  server.route<{ Params: { file: string } }>({
    ...options,
    url: '/uploads/:file',
    handler: (request, reply) => sendFile(deps, `/uploads/${request.params.file}`, request, reply),
  });

  server.route<{ Params: { file: string } }>({
    ...options,
    url: '/downloads/:file',
    handler: (request, reply) => sendFile(deps, `/downloads/${request.params.file}`, request, reply),
  });

  server.route<{ Querystring: { file?: unknown } }>({
    ...options,
    url: '/api/files/access',
    handler: (request, reply) => sendFile(deps, `/${String(request.query.file)}`, request, reply),
  });
}

async function sendFile(deps: Deps, path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>;
  const purpose = await deps.links.verify(path, query);
  refuseCrossSite(request, purpose);
  const width = photoWidth(path, purpose, query['w']);
  const zipped = /^\/downloads\/([0-9a-f-]{36})\.zip$/.exec(path)?.[1];
  if (zipped !== undefined && purpose === 'download') return sendZip(deps, zipped, request, reply);
  const file = await findMedia(deps.db, path, purpose);
  if (!file) throw new AppError('link_invalid');
  const secondsLeft = Number(query['e']) - Math.floor(deps.clock.now().getTime() / 1000);
  const delivery = { file, purpose, secondsLeft };
  if (width !== undefined) return sendReducedPhoto(deps, delivery, width, request, reply);
  return sendMedia(deps, delivery, request, reply);
}

/** Another site must not embed our customers' pictures, even with a valid link. */
function refuseCrossSite(request: FastifyRequest, purpose: LinkPurpose): void {
  const isEmbedded =
    request.headers['sec-fetch-site'] === 'cross-site' && request.headers['sec-fetch-mode'] !== 'navigate';
  if (isEmbedded && purpose !== 'provider') throw new AppError('link_invalid');
}

/**
 * The width in pixels that a link requests by `w`; undefined if it requests the file as stored. `w` is not signed, because a smaller picture reveals
 * nothing that the link does not.
 * @throws AppError validation_failed if the width is not offered, or the file has only one width
 */
function photoWidth(path: string, purpose: LinkPurpose, requested: unknown): PhotoWidth | undefined {
  if (requested === undefined) return undefined;
  if (purpose !== 'view' || !path.startsWith('/uploads/'))
    throw refusal('unknown_field', 'A width can be requested only of a photo that is to be shown.');
  const width = photoWidths.find((each) => String(each) === requested);
  if (width === undefined) throw refusal('not_allowed', `Expected one of ${photoWidths.join(', ')}.`);
  return width;
}

function refusal(code: 'unknown_field' | 'not_allowed', text: string): AppError {
  return new AppError('validation_failed', { fields: { w: text }, body: { problems: { w: { code } } } });
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

interface Kind {
  path: RegExp;
  purposes: readonly LinkPurpose[];
  find: (db: Queryable, name: string) => Promise<MediaFile | undefined>;
}

/** The kinds of files behind links, with the permitted purposes of each. */
const kinds: readonly Kind[] = [
  {
    path: new RegExp(`^/uploads/(${uuid}\\.(?:jpg|png|webp))$`),
    purposes: ['view', 'download', 'provider'],
    find: photoFile,
  },
  { path: new RegExp(`^/downloads/(${uuid})\\.mp4$`), purposes: ['view', 'download'], find: filmFile },
  { path: new RegExp(`^/downloads/(${uuid})\\.jpg$`), purposes: ['view', 'download'], find: posterFile },
  { path: new RegExp(`^/downloads/(${uuid})-test\\.mp4$`), purposes: ['view'], find: testFilmFile },
  {
    path: /^\/downloads\/([0-9a-f]{36})-render\.mp4$/,
    purposes: ['view'],
    find: async (_db, name) => ({ storageKey: `renders/${name}.mp4`, sha256: null, title: 'generation' }),
  },
  { path: new RegExp(`^/downloads/(${uuid})\\.pdf$`), purposes: ['download'], find: invoiceFile },
  { path: new RegExp(`^/downloads/(${uuid})-data\\.zip$`), purposes: ['download'], find: dataExportFile },
];

/** The file at a media path; undefined if there is none for this purpose. */
async function findMedia(db: Queryable, path: string, purpose: LinkPurpose): Promise<MediaFile | undefined> {
  for (const kind of kinds) {
    const name = kind.path.exec(path)?.[1];
    if (name !== undefined && kind.purposes.includes(purpose)) return kind.find(db, name);
  }
  return undefined;
}
