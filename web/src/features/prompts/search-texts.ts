import type { Translated } from '@keepsake/contract/primitives';

/** Whether every word that was typed stands in one of the texts, in whatever language, with or without accents. */
export function matches(typed: string, texts: readonly (string | Translated)[]): boolean {
  const all = plain(texts.map((text) => (typeof text === 'string' ? text : Object.values(text).join(' '))).join(' '));
  return plain(typed)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
