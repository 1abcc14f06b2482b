import { appendFile } from 'node:fs/promises';
import { digest, withBytes, readBoxes, type ByteSource, type Mp4Box } from './mp4-boxes.ts';

/** IPTC's term for a photograph that software has altered by trained and synthetic means. */
const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/** The box type that Adobe's XMP specification, part 3, gives to XMP in MP4 files. */
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** By these a film of this renderer is known again, whatever the product is called. */
const MAKER = 'keepsake-renderer';
const COMMENT_START = 'AI-generated from a photograph. Made with ';

/** What every film says about itself in its MP4 tags, for people: Regulation (EU) 2024/1689, article 50, asks for it. */
export function filmTags(productName: string = MAKER): Record<string, string> {
  return { title: 'AI-generated film', comment: `${COMMENT_START}${productName}.` };
}

/** The same for machines: IPTC's digital source type, as XMP in a box of its own behind the film, with the film's digest. */
export async function markFilm(path: string): Promise<void> {
  const film = await withBytes(path, (source) => digest(source, source.size));
  const xmp = Buffer.from(
    [
      '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
      ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:mark="urn:keepsake-renderer:mark"',
      ` Iptc4xmpExt:DigitalSourceType="${SOURCE_TYPE}"`,
      ` xmp:CreatorTool="${MAKER}" mark:FilmDigest="${film}"/>`,
      '</rdf:RDF></x:xmpmeta>',
      '<?xpacket end="r"?>',
    ].join('\n'),
  );
  const header = Buffer.alloc(8);
  header.writeUInt32BE(header.length + XMP_BOX.length + xmp.length);
  header.write('uuid', 4, 'latin1');
  await appendFile(path, Buffer.concat([header, XMP_BOX, xmp]));
}

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
const MAX_BYTES = 1_000_000;

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
    const content = await source.read(box.content, Math.min(MAX_BYTES, box.end - box.content));
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
      const length = Math.max(0, Math.min(MAX_BYTES, box.end - box.content - 8));
      return (await source.read(box.content + 8, length)).toString('utf8');
    }
    inside = await readBoxes(source, box.content + (name === 'meta' ? 4 : 0), box.end);
  }
  return undefined;
}
