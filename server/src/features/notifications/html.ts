/** Markup that is safe to send: made by the `html` tag only. */
export interface Html {
  readonly markup: string;
}

const safe = new WeakSet<Html>();

/** A template whose values are escaped for text and quoted attributes; markup made by this tag, or lists of it, goes in as it is. */
export function html(fixed: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  const parts = values.map((value, i) => toMarkup(value) + (fixed[i + 1] ?? ''));
  const made = { markup: (fixed[0] ?? '') + parts.join('') };
  safe.add(made);
  return made;
}

function toMarkup(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'object') {
    return [value]
      .flat()
      .map((part) => (safe.has(part) ? part.markup : escape(part.markup)))
      .join('');
  }
  return escape(String(value));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
