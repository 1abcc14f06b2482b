import type { Prompt } from '@keepsake/contract/prompts';

type Advised = readonly Pick<Prompt, 'suggestions'>[];

/** The pieces of advice by which an effect says that it is for one alone, or for several, whatever it and its theme are called. */
const [singleSubject, everyoneVisible] = ['single_subject', 'everyone_visible'] as const;

/**
 * Whether a theme, or one of the effects that are chosen, is meant for one person or animal alone. A theme is, where an effect of it is and none
 * is for several. In the first stock "Person with pet" says neither: what looks for faces takes some animals for people, so a second face says
 * nothing there.
 */
export function isForOne(theme: Advised, chosen: Advised): boolean {
  return has(chosen, singleSubject) || (has(theme, singleSubject) && !has(theme, everyoneVisible));
}

function has(effects: Advised, advice: string): boolean {
  return effects.some(({ suggestions }) => suggestions.includes(advice));
}
