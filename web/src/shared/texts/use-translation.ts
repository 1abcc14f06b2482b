import { use, useSyncExternalStore } from 'react';
import type { FullKey, TextArea, TextValues, Translate } from './text-keys.ts';
import { loadArea, onLanguageChange, text, textLanguage } from './texts.ts';

/**
 * The texts of an area in the reader's language. The component waits (Suspense) for texts that are not there yet, and is drawn again
 * when the language changes.
 */
export function useTranslation<Area extends TextArea = 'common'>(area: TextArea & Area = 'common' as Area) {
  const language = useSyncExternalStore(onLanguageChange, textLanguage, textLanguage);
  // Whether they are there or not: React does not bear a `use` that is left out once it need not wait any more.
  use(loadArea(area));
  return { t: translateOf(language, area) as Translate<Area> };
}

type AnyTranslate = (key: string, values?: TextValues) => string;

const translates = new Map<string, AnyTranslate>();

/** One function for each language and area, so that it may stand among the dependencies of an effect. */
function translateOf(language: string, area: TextArea): AnyTranslate {
  const name = `${language}/${area}`;
  const known = translates.get(name);
  if (known) return known;
  const t: AnyTranslate = (key, values) => text((key.includes(':') ? key : `${area}:${key}`) as FullKey, values);
  translates.set(name, t);
  return t;
}
