import type { Language, Translated } from './primitives.ts';

export function translate(text: string | Translated, lng: Language): string {
  return typeof text === 'string' ? text : text[lng] || text.en;
}
