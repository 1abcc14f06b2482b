import { translate } from '@keepsake/contract/translate';
import type { AgreedFilm } from '../journal/mail-kinds.ts';
import type { MailContext } from './layout/mail-context.ts';
import { part, Quote, type MailPart } from './layout/mail-parts.ts';

/** One line per replacement, with the films that show it as agreed. Versions of one effect are named once. */
export function agreedFilms({ texts, language }: MailContext, films: readonly AgreedFilm[] = []): MailPart[] {
  return [...Map.groupBy(films, ({ standIn }) => standIn)].map(([standIn, those]) => {
    const names = those.map(({ action, photo }) => texts.filmsReady.film(translate(action, language), 1, photo));
    return part(Quote, { text: texts.asAgreed([...new Set(names)], standIn) });
  });
}
