import type { Language } from '@keepsake/contract/primitives';

/** Each language in its own words, so that everybody finds theirs. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  hu: 'Magyar',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};
