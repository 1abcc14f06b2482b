import { extractText, getDocumentProxy } from 'unpdf';

/** The words of a PDF as a reader would copy them, with plain spaces. */
export async function pdfWords(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/[\s\u00a0\u202f]+/g, ' ');
}
