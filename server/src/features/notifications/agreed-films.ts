import { translate } from '@keepsake/contract/translate';
import type { AgreedFilm, PartlyShownFilm, ReplacedFilm } from '../journal/mail-kinds.ts';
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

/** One line per number of people who show them, with the films that not everybody in the photo shows. */
export function partlyShownFilms(context: MailContext, films: readonly PartlyShownFilm[] = []): MailPart[] {
  const groups = Map.groupBy(films, ({ of, count, total }) => `${of} ${count} ${total}`);
  return [...groups.values()].flatMap((those) => {
    const [shown] = those;
    return shown ? part(Quote, { text: context.texts.partly(namesOf(context, those), shown) }) : [];
  });
}

function linesOf(context: MailContext, films: readonly AgreedFilm[], line: 'asAgreed' | 'shows'): MailPart[] {
  return [...Map.groupBy(films, ({ standIn }) => standIn)].map(([standIn, those]) =>
    part(Quote, { text: context.texts[line](namesOf(context, those), standIn) }),
  );
}

/** Versions of one effect are named once. */
function namesOf({ texts, language }: MailContext, films: readonly Pick<AgreedFilm, 'action' | 'photo'>[]): string[] {
  const names = films.map(({ action, photo }) => texts.filmsReady.film(translate(action, language), 1, photo));
  return [...new Set(names)];
}
