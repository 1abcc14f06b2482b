import type { StandIn } from '@keepsake/contract/films/lacks';
import { standInOf } from '@keepsake/contract/photos/photo-checks';
import type { Deps } from '../../deps.ts';
import { photoDecoder } from '../../providers/photo/photo-decoder.ts';
import { filmToMail, type FilmToMail } from './mailed-film.queries.ts';

/** A finished film of a set, as a mail shows it. */
export interface MailedFilm extends Pick<FilmToMail, 'id' | 'action' | 'number' | 'photo'> {
  /** What it shows instead of its effect. */
  standIn?: StandIn | undefined;
  picture?: MailPicture | undefined;
}

interface MailPicture {
  jpeg: Buffer;
  /** Displayed size in CSS pixels; the file has more pixels if they fit in the size limit. */
  width: number;
  height: number;
}

/**
 * The first finished film of a set in the order of the gallery, or the one finished last. If its picture cannot be read, the mail is sent without it.
 */
export async function filmOfMail(
  deps: Deps,
  bucketId: string | null,
  which: 'first' | 'newest',
): Promise<MailedFilm | undefined> {
  const film = bucketId === null ? undefined : await filmToMail(deps.db, bucketId, which);
  if (!film) return undefined;
  const { id, action, number, photo, posterKey, lack } = film;
  const picture = posterKey === null ? undefined : await pictureOf(deps, posterKey);
  return { id, action, number, photo, standIn: standInOf(lack), picture };
}

/** The width of a mail's text, and a height that keeps the text visible. */
const room = { width: 512, height: 360 };
const maxBytes = 60_000;
/** The widest JPEG that is small enough is sent. */
const widths = [640, 480, 320];

async function pictureOf({ storage, log }: Deps, posterKey: string): Promise<MailPicture | undefined> {
  try {
    return await storage.withLocalFile(posterKey, async (path) => {
      const options = { owner: `mail ${posterKey}`, limitMs: 20_000 };
      const header = await photoDecoder.run('readHeader', [path], options);
      if (!header) throw new Error('The file is not a picture');
      const scale = Math.min(1, room.width / header.width, room.height / header.height);
      const shown = { width: Math.round(header.width * scale), height: Math.round(header.height * scale) };
      for (const width of widths.filter((each) => each <= 2 * shown.width || each === Math.min(...widths))) {
        const jpeg = await photoDecoder.run('reduce', [path, { width, type: 'jpeg' }], options);
        if (jpeg.length <= maxBytes) return { jpeg: Buffer.from(jpeg), ...shown };
      }
      throw new Error(`The picture has more than ${maxBytes} bytes even in the smallest width`);
    });
  } catch (error) {
    log.warn({ err: error, key: posterKey }, 'the picture of a film could not be attached to a mail');
    return undefined;
  }
}
