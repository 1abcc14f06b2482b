import type { TextTree } from '../src/shared/texts/find-text.ts';

type MutableTree = { [name: string]: string | MutableTree };

/** The texts that the page has loaded. It keeps these very objects: what is changed in them is what it shows. */
const loaded = new Map<string, { original: TextTree; shown: MutableTree }>();
let extraLength = 0;

/** A file of public/locales, in place of the answer of a server. */
export async function textFile(pathname: string, fetchFile: typeof fetch): Promise<Response> {
  const known = loaded.get(pathname) ?? (await load(pathname, fetchFile));
  const response = new Response(null);
  // Not a copy, as a real answer would hand out.
  response.json = () => Promise.resolve(known.shown);
  return response;
}

/** Every text is longer by this part of its length, 0 for as it is. */
export function lengthenTexts(part: number): void {
  if (part === extraLength) return;
  extraLength = part;
  for (const { original, shown } of loaded.values()) Object.assign(shown, lengthen(original));
}

async function load(pathname: string, fetchFile: typeof fetch) {
  const response = await fetchFile(pathname);
  if (!response.ok) throw new Error(`${pathname}: HTTP ${response.status}`);
  const original = (await response.json()) as TextTree;
  const file = { original, shown: lengthen(original) };
  loaded.set(pathname, file);
  return file;
}

function lengthen(texts: TextTree): MutableTree {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? longer(text) : lengthen(text)]),
  );
}

function longer(text: string): string {
  const more = ' länger '.repeat(text.length).slice(0, Math.ceil(text.length * extraLength));
  return text + more.trimEnd();
}
