/**
 * Where a request's part holds a text that can be neither stored nor shown: with NUL, which PostgreSQL refuses, or with half of a surrogate
 * pair, which no encoding can write. Looks without recursion, as what is sent may be nested deeper than the stack.
 * @returns the place with dots (`contents.0.name`), `body` for the value itself; undefined where every text is usable
 */
export function findUnusableText(value: unknown): string | undefined {
  const open: { value: unknown; place: string }[] = [{ value, place: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'string' && !isUsable(next.value)) return next.place || 'body';
    if (typeof next.value !== 'object' || next.value === null || Buffer.isBuffer(next.value)) continue;
    for (const [name, inner] of Object.entries(next.value)) {
      if (!isUsable(name)) return next.place || 'body';
      open.push({ value: inner, place: next.place ? `${next.place}.${name}` : name });
    }
  }
  return undefined;
}

function isUsable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
