import { COMMENT_START, MAKER, XMP_BOX } from './mark-film.ts';
import { digest, readBoxes, withBytes, type ByteSource, type Mp4Box } from './mp4-boxes.ts';

/** What a film says of its making. */
export interface FilmMark {
  /** Whether this renderer made it. */
  isOurs: boolean;
  /**
   * `original`: as it was written, to the byte. `altered`: it carries our mark, but other bytes. `copy`: another program
   * has written it anew, and only the words of our tags remain. `foreign`: another maker says that it is AI-generated.
   */
  kind: 'original' | 'altered' | 'copy' | 'foreign';
  /** IPTC's term for how it came to be, as an address; absent where only the tags tell. */
  sourceType?: string;
  /** The words of the film's comment, which name the product that it was made with. */
  comment?: string;
}

/** More than any mark takes. */
const MOST_BYTES = 1_000_000;

/**
 * Whether a film, a path or its bytes, was made here, after what it says itself; undefined where it says nothing of the
 * kind. Marks can be removed and forged: that there is one proves no more than that nobody has taken it out.
 */
export function readMark(film: string | Uint8Array): Promise<FilmMark | undefined> {
  return withBytes(film, async (source) => {
    const boxes = await readBoxes(source);
    if (boxes[0]?.name !== 'ftyp') return undefined;
    const comment = await readComment(source, boxes);
    const said = comment === undefined ? {} : { comment };
    const xmp = await findXmp(source, boxes);
    const sourceType = xmp && attribute(xmp.text, 'DigitalSourceType');
    if (xmp && sourceType && attribute(xmp.text, 'CreatorTool') === MAKER) {
      const isOriginal = attribute(xmp.text, 'FilmDigest') === (await digest(source, xmp.box.start));
      const isLast = xmp.box.end === source.size;
      return { isOurs: true, kind: isOriginal && isLast ? 'original' : 'altered', sourceType, ...said };
    }
    if (comment?.startsWith(COMMENT_START)) return { isOurs: true, kind: 'copy', comment };
    if (sourceType && /trainedAlgorithmicMedia$/i.test(sourceType)) {
      return { isOurs: false, kind: 'foreign', sourceType, ...said };
    }
    return undefined;
  });
}

async function findXmp(
  source: ByteSource,
  boxes: readonly Mp4Box[],
): Promise<{ box: Mp4Box; text: string } | undefined> {
  for (const box of boxes.filter(({ name }) => name === 'uuid')) {
    const content = await source.read(box.content, Math.min(MOST_BYTES, box.end - box.content));
    if (content.subarray(0, 16).equals(XMP_BOX)) return { box, text: content.toString('utf8', 16) };
  }
  return undefined;
}

/** XMP may hold a simple value as an attribute or as an element; makers differ. */
function attribute(xmp: string, name: string): string | undefined {
  return new RegExp(`:${name}(?:\\s*=\\s*"([^"<]{0,500})"|>([^<]{0,500})<)`).exec(xmp)?.slice(1).find(Boolean);
}

/** The comment among iTunes' tags, where ffmpeg writes them: moov, udta, meta, ilst, ©cmt, data. */
async function readComment(source: ByteSource, boxes: readonly Mp4Box[]): Promise<string | undefined> {
  let inside = boxes;
  for (const name of ['moov', 'udta', 'meta', 'ilst', '\u00a9cmt', 'data']) {
    const box = inside.find((each) => each.name === name);
    if (!box) return undefined;
    // A meta box begins with four bytes of version and flags; a data box with eight of type and language.
    if (name === 'data') {
      const length = Math.max(0, Math.min(MOST_BYTES, box.end - box.content - 8));
      return (await source.read(box.content + 8, length)).toString('utf8');
    }
    inside = await readBoxes(source, box.content + (name === 'meta' ? 4 : 0), box.end);
  }
  return undefined;
}
