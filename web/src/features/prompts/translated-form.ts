import { type Language, languages, text, type Translated } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';

/** One text in several languages as fields of a form: `action.en`, `action.hu`, … */
export type TranslatedFields<Name extends string> = Record<`${Name}.${Language}`, string>;

/** English is needed, the others may be left empty. */
export function translatedShape<Name extends string>(name: Name, max: number) {
  const fields = languages.map((language) => [
    `${name}.${language}`,
    language === 'en' ? text(max) : z.union([z.literal(''), text(max)]),
  ]);
  return Object.fromEntries(fields) as Record<`${Name}.${Language}`, z.ZodMiniType<string, string>>;
}

export function toFields<Name extends string>(name: Name, value: string | Translated | null): TranslatedFields<Name> {
  const of = (language: Language) => {
    if (value === null) return '';
    return typeof value === 'string' ? (language === 'en' ? value : '') : (value[language] ?? '');
  };
  return Object.fromEntries(
    languages.map((language) => [`${name}.${language}`, of(language)]),
  ) as TranslatedFields<Name>;
}

export function fromFields<Name extends string>(name: Name, fields: TranslatedFields<Name>): Translated {
  const filled = languages.filter((language) => language === 'en' || fields[`${name}.${language}`] !== '');
  return Object.fromEntries(filled.map((language) => [language, fields[`${name}.${language}`]])) as Translated;
}
