export interface FieldChange {
  /** `volumeDiscounts.3` */
  field: string;
  /** Undefined where it was not there. */
  before: string | undefined;
  after: string | undefined;
}

/** The fields that differ between two states, each with both values as text, in the order of their names. */
export function findChanges(before: unknown, after: unknown): FieldChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((change) => change.before !== change.after);
}

function fieldsOf(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) return into;
  if (typeof value === 'object' && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) fieldsOf(inner, path === '' ? name : `${path}.${name}`, into);
    return into;
  }
  const text = textOf(value);
  return text === '' ? into : into.set(path, text);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
