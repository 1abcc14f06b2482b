import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HtmlTagDescriptor } from 'vite';

interface Parts {
  /** The end of the head: tags, or HTML. */
  head: readonly (HtmlTagDescriptor | string)[];
  title?: string;
  /** The element in which the page is rendered. */
  root?: { attrs: HtmlTagDescriptor['attrs']; html: string };
}

/** The parts of index.html that are replaced in each document of the build. */
const places = {
  title: '<title>Keepsake</title>',
  head: '<script type="module" src="/src/main.tsx"></script>',
  root: '<div id="root"></div>',
};

/** The documents of a build are index.html, each with its own title, head and content. */
export async function readTemplate(folder: string): Promise<(parts: Parts) => string> {
  const template = await readFile(path.join(folder, 'index.html'), 'utf8');
  return ({ head, title, root }) => {
    const texts = {
      title: title === undefined ? places.title : write({ tag: 'title', children: title }),
      head: head.map((part) => (typeof part === 'string' ? part : write(part))).join('\n    '),
      root:
        root === undefined
          ? places.root
          : write({ tag: 'div', attrs: { id: 'root', ...root.attrs }, children: root.html }),
    };
    return (Object.keys(places) as (keyof typeof places)[]).reduce((html, name) => {
      const [before, after, ...others] = html.split(places[name]);
      if (after === undefined || others.length > 0) throw new Error(`index.html must contain ${places[name]} once.`);
      return before + texts[name] + after;
    }, template);
  };
}

export function link(rel: string, file: string, attrs: HtmlTagDescriptor['attrs'] = {}): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel, ...attrs, crossorigin: true, href: `/${file}` } };
}

export function script(file: string, attrs: HtmlTagDescriptor['attrs'] = {}): HtmlTagDescriptor {
  return { tag: 'script', attrs: { type: 'module', crossorigin: true, src: `/${file}`, ...attrs }, children: '' };
}

/** Tags without children end with their attributes. */
function write({ tag, attrs = {}, children }: HtmlTagDescriptor): string {
  const written = Object.entries(attrs).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? name : `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`];
  });
  const start = `<${[tag, ...written].join(' ')}>`;
  return typeof children === 'string' ? `${start}${children}</${tag}>` : start;
}
