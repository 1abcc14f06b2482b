import type { Prompt } from '@keepsake/contract/prompts';

/**
 * The themes of the first stock that are for one alone, by their English names. Not "Person with pet": what looks for faces takes some
 * animals for people, so a second face says nothing there.
 */
const themesForOne: ReadonlySet<string | null> = new Set(['Single person', 'Baby or child', 'Pet alone']);
/** The piece of advice by which an effect says that it is for one alone, whatever its theme is called. */
const singleSubject = 'single_subject';

/** Whether a theme, or one of the effects that are chosen, is meant for one person or animal alone. */
export function isForOne(theme: string | null, chosen: readonly Pick<Prompt, 'suggestions'>[]): boolean {
  return themesForOne.has(theme) || chosen.some(({ suggestions }) => suggestions.includes(singleSubject));
}
