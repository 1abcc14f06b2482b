/** An element; texts are escaped, other elements are taken as they are. */
export function tag(name: string, ...content: (Element | string | number | boolean)[]): Element {
  return new Element(`<${name}>${content.map(printed).join('')}</${name}>`);
}

export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.markup}`;
}

class Element {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

function printed(content: Element | string | number | boolean): string {
  if (content instanceof Element) return content.markup;
  return String(content).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
