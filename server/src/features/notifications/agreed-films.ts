import { translate } from '@keepsake/contract/translate';
import type { AgreedFilm, ReplacedFilm } from '../journal/mail-kinds.ts';
import type { MailContext } from './layout/mail-context.ts';
import { Paragraph, part, Quote, type MailPart } from './layout/mail-parts.ts';

/** One line per replacement, with the films that show it as agreed. */
export function agreedFilms(context: MailContext, films: readonly AgreedFilm[] = []): MailPart[] {
  return linesOf(context, films, 'asAgreed');
}

/** The same for films to which the customer had not agreed, and that they are owed. */
export function replacedFilms(context: MailContext, films: readonly ReplacedFilm[] = []): MailPart[] {
  if (films.length === 0) return [];
  const { owed, reasons } = context.texts.filmsReady;
  const isOwed = films.some((film) => film.isOwed);
  return [...linesOf(context, films, 'shows'), part(Paragraph, { text: isOwed ? `${reasons} ${owed}` : reasons })];
}

/** Versions of one effect are named once. */
function linesOf(
  { texts, language }: MailContext,
  films: readonly AgreedFilm[],
  line: 'asAgreed' | 'shows',
): MailPart[] {
  return [...Map.groupBy(films, ({ standIn }) => standIn)].map(([standIn, those]) => {
    const names = those.map(({ action, photo }) => texts.filmsReady.film(translate(action, language), 1, photo));
    return part(Quote, { text: texts[line]([...new Set(names)], standIn) });
  });
}
