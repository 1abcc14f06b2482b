import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import Pdf from 'pdfkit';

const { resolve } = createRequire(import.meta.url);
/** Complete files of Source Sans 3: Latin with every European letter, Greek and Cyrillic. */
const files = {
  regular: readFileSync(resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf')),
  bold: readFileSync(resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf')),
};

/** Parsed only to look up characters; each document parses the fonts again. */
const fonts = Object.values(files).map(parse);

/** The letters of a text that an invoice cannot show. */
export function missingLetters(text: string): string {
  const isShown = (letter: string) => fonts.every((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  return [...plain(text)].filter((letter) => !isShown(letter)).join('');
}

function parse(file: Buffer): Font {
  const font = create(file);
  if (font.type !== 'TTF') throw new Error('The file of a single font is expected');
  return font;
}

export const ink = { text: '#241A14', quiet: '#5E4E43', brand: '#A33B1F', line: '#DCCFC2', wash: '#FBF7F1' } as const;

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 56 } as const;

export interface Words {
  text: string;
  x: number;
  y: number;
  width: number;
  size?: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'right';
}

export type Sheet = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;
type About = PDFKit.Mixins.StructureElementOptions;

/** One empty page of a tagged document. It is reproducible: the same input gives the same bytes at any time on any machine. */
export function newSheet(about: { title: string; author: string; language: string; date: Date }): Sheet {
  const { title: Title, author: Author, language: lang, date } = about;
  const sheet = new Pdf({
    size: 'A4',
    margin: 0,
    lang,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    info: { Title, Author, Creator: Author, CreationDate: date, ModDate: date },
  });
  // Parsed again for each document: a parsed font keeps state of what was drawn with it, and text of a later document would lose words.
  for (const [name, file] of Object.entries(files)) sheet.registerFont(name, file);
  return sheet;
}

/** An element of the document's structure tree with these words as content, drawn at their positions. */
export function element(sheet: Sheet, tag: string, ...words: Words[]): Element {
  return group(
    sheet,
    tag,
    words.map((one) => () => draw(sheet, one)),
  );
}

/** An element of the structure tree that contains others. */
export function group(sheet: Sheet, tag: string, parts: (Element | (() => void))[], about: About = {}): Element {
  return sheet.struct(tag, about, parts);
}

export function heightOf(sheet: Sheet, words: Words): number {
  return setFont(sheet, words).heightOfString(plain(words.text), { width: words.width });
}

/** A hairline, marked as an artifact. */
export function rule(sheet: Sheet, y: number, from: number = page.margin, to: number = page.width - page.margin): void {
  sheet.markContent('Artifact', { type: 'Layout' });
  sheet.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(ink.line).stroke();
  sheet.endMarkedContent();
}

/** The finished document. */
export function toBytes(sheet: Sheet): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((done, fail) => {
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk));
    sheet.on('end', () => done(Buffer.concat(chunks)));
    sheet.on('error', fail);
    sheet.end();
  });
}

function draw(sheet: Sheet, words: Words): void {
  const { text, x, y, width, color = ink.text, align = 'left' } = words;
  setFont(sheet, words).fillColor(color).text(plain(text), x, y, { width, align });
}

/** Composed letters and simple spaces: what the font has shapes for. */
function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/[\u00a0\u202f]/g, ' ');
}

function setFont(sheet: Sheet, { bold = false, size = 10 }: Words): Sheet {
  return sheet.font(bold ? 'bold' : 'regular').fontSize(size);
}
