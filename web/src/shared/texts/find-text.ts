import type { TextValues } from './text-keys.ts';

/** A file of texts: nested objects with strings as leaves. */
export type TextTree = { readonly [name: string]: string | TextTree };

/**
 * The text at a key such as `set.photos`, with `{{name}}` replaced by the value of that name. If a `count` is given and the text
 * has plural forms, the language's form for that number is used (`_one`, `_few`, `_many`, `_other`, as in i18next's files).
 * @returns undefined if there is no such text
 */
export function findText(tree: TextTree, language: string, key: string, values: TextValues = {}): string | undefined {
  const text = formOf(tree, language, key, values.count) ?? textAt(tree, key);
  return text?.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

function formOf(tree: TextTree, language: string, key: string, count: number | undefined): string | undefined {
  if (count === undefined) return undefined;
  const form = new Intl.PluralRules(language).select(count);
  return textAt(tree, `${key}_${form}`) ?? textAt(tree, `${key}_other`);
}

function textAt(tree: TextTree, key: string): string | undefined {
  let found: string | TextTree | undefined = tree;
  for (const name of key.split('.'))
    found = typeof found === 'object' && Object.hasOwn(found, name) ? found[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}
