import { use, useSyncExternalStore } from 'react';
import type { FullKey, TextArea, TextValues, Translate } from './text-keys.ts';
import { loadArea, onLanguageChange, text, textLanguage } from './texts.ts';

/**
 * The texts of an area in the user's language. Suspends the component until they are loaded, and rerenders
 * when the language changes.
 */
export function useTranslation<Area extends TextArea = 'common'>(area: TextArea & Area = 'common' as Area) {
  const language = useSyncExternalStore(onLanguageChange, textLanguage, textLanguage);
  // Called even if the texts are loaded: React does not allow `use` to be skipped on a later render.
  use(loadArea(area));
  return { t: translateOf(language, area) as Translate<Area> };
}

type AnyTranslate = (key: string, values?: TextValues) => string;

const translates = new Map<string, AnyTranslate>();

/** One stable function per language and area, so that it can be a dependency of an effect. */
function translateOf(language: string, area: TextArea): AnyTranslate {
  const name = `${language}/${area}`;
  const known = translates.get(name);
  if (known) return known;
  const t: AnyTranslate = (key, values) => text((key.includes(':') ? key : `${area}:${key}`) as FullKey, values);
  translates.set(name, t);
  return t;
}
