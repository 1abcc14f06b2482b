import type { Queryable } from '../../platform/database/db.ts';
import type { LinkPurpose } from '../../platform/secrets/signed-links.ts';
import {
  dataExportFile,
  filmFile,
  invoiceFile,
  photoFile,
  posterFile,
  testFilmFile,
  type MediaFile,
} from './media.queries.ts';

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

/** The file at a media path; undefined where there is none for this purpose. */
export async function findMedia(db: Queryable, path: string, purpose: LinkPurpose): Promise<MediaFile | undefined> {
  for (const kind of kinds) {
    const name = kind.path.exec(path)?.[1];
    if (name !== undefined && kind.purposes.includes(purpose)) return kind.find(db, name);
  }
  return undefined;
}
