import { appendFile } from 'node:fs/promises';
import { digest, withBytes } from './mp4-boxes.ts';

/** IPTC's term for a photograph that software has altered by trained and synthetic means. */
const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/** The box type that Adobe's XMP specification, part 3, gives to XMP in MP4 files. */
export const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** By these a film of this renderer is known again, whatever the product is called. */
export const MAKER = 'keepsake-renderer';
export const COMMENT_START = 'AI-generated from a photograph. Made with ';

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
