import { limits } from '@keepsake/contract/limits';
import { translate } from '@keepsake/contract/translate';
import type { FailedFilm, MailPayload } from '../journal/mail-kinds.ts';
import { agreedFilms, partlyShownFilms, replacedFilms } from './agreed-films.ts';
import type { MailedFilm } from './film-of-mail.ts';
import { layoutMail, type RenderedMail } from './layout/layout-mail.ts';
import { longDate, setLink, type MailContext } from './layout/mail-context.ts';
import { Button, Note, Paragraph, part, Picture, Quote, type MailPart } from './layout/mail-parts.ts';

interface MailedSet {
  id: string | null;
  keptUntil: Date | null;
  /** The film that the mail shows and links to; missing if the set has none any more. */
  film?: MailedFilm | undefined;
}

/** All films of a set are done or have failed: which can be watched, which are missing and why, and how long they are kept. */
export function filmsReadyEmail(
  context: MailContext,
  { done, failed, replaced, agreed, partly, failures = [] }: MailPayload<'films-ready'>,
  set: MailedSet,
): RenderedMail {
  const texts = context.texts.filmsReady;
  const missing: MailPart[] = [...missingFilms(context, failures), part(Paragraph, { text: texts.whatNow })];
  if (done === 0) {
    return layoutMail(context, texts.noneSubject, [
      part(Paragraph, { text: texts.noneIntro }),
      ...missing,
      button(context, context.texts.deletionReminder.button, set),
      ...retentionPart(context, set),
    ]);
  }
  const mail = layoutMail(context, texts.subject(done), [
    part(Paragraph, { text: texts.intro(done) }),
    ...shownFilm(context, set),
    ...partlyShownFilms(context, partly),
    ...agreedFilms(context, agreed),
    ...replacedFilms(context, replaced),
    ...(failed > 0 ? [part(Paragraph, { text: texts.someFailed(failed) }), ...missing] : []),
    button(context, texts.button(done), set),
    ...retentionPart(context, set),
  ]);
  return { ...mail, attachments: attachedPicture(set) };
}

/** A film that had failed, or that was granted to the customer, is done. */
export function lateFilmsReadyEmail(
  context: MailContext,
  { done, failed, replaced, agreed, partly, given = false }: MailPayload<'late-films-ready'>,
  set: MailedSet,
): RenderedMail {
  const { lateFilmsReady, givenFilmsReady, filmsReady } = context.texts;
  const texts = given ? givenFilmsReady : lateFilmsReady;
  const mail = layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts.intro(done) }),
    ...shownFilm(context, set),
    ...partlyShownFilms(context, partly),
    ...agreedFilms(context, agreed),
    ...replacedFilms(context, replaced),
    ...(failed > 0 ? [part(Paragraph, { text: filmsReady.someFailed(failed) })] : []),
    button(context, filmsReady.button(done), set),
    ...retentionPart(context, set),
  ]);
  return { ...mail, attachments: attachedPicture(set) };
}

const pictureId = 'film';

/** The picture of the film that the link opens, and which film that is: named after what it shows. */
function shownFilm(context: MailContext, { id, film }: MailedSet): MailPart[] {
  if (!film) return [];
  const texts = context.texts.filmsReady;
  const { action, number, photo, standIn, picture } = film;
  const name =
    standIn === undefined
      ? texts.film(translate(action, context.language), number, photo)
      : // Without a number: it would be that of the effect's versions.
        texts.film(context.texts.standIns[standIn], 1, photo);
  return [
    ...(picture
      ? [
          part(Picture, {
            cid: pictureId,
            alt: texts.picture(name),
            url: setLink(context, id, film.id),
            width: picture.width,
            height: picture.height,
          }),
        ]
      : []),
    part(Note, { text: texts.opens(name) }),
  ];
}

function attachedPicture({ film }: MailedSet): NonNullable<RenderedMail['attachments']> {
  if (!film?.picture) return [];
  return [{ filename: 'film.jpg', contentType: 'image/jpeg', content: film.picture.jpeg, cid: pictureId }];
}

/** One line per reason, with the films that failed for it. */
function missingFilms(context: MailContext, failures: FailedFilm[]): MailPart[] {
  const texts = context.texts.filmsReady;
  const nameOf = ({ action, number, photo }: FailedFilm) =>
    texts.film(translate(action, context.language), number, photo);
  return [...Map.groupBy(failures, ({ why }) => why)].map(([why, films]) =>
    part(Quote, { text: texts.failedFilms(films.map(nameOf), texts.why[why]) }),
  );
}

function button(context: MailContext, label: string, set: MailedSet): MailPart {
  return part(Button, { label, url: setLink(context, set.id, set.film?.id) });
}

function retentionPart(context: MailContext, { keptUntil }: MailedSet): MailPart[] {
  if (!keptUntil) return [];
  return [part(Note, { text: context.texts.filmsReady.kept(limits.retentionDays, longDate(context, keptUntil)) })];
}

/** The set to be deleted, the date, and the days until then. */
export interface Deletion {
  readonly bucketId: string | null;
  readonly days: number;
  readonly date: Date;
}

/** Reminds of the deletion of a paid set. */
export function deletionReminderEmail(context: MailContext, deletion: Deletion): RenderedMail {
  const texts = context.texts.deletionReminder;
  return layoutMail(context, texts.subject(deletion.days), [
    part(Paragraph, { text: texts.intro(deletion.days, longDate(context, deletion.date)) }),
    part(Paragraph, { text: texts.advice }),
    part(Button, { label: texts.button, url: setLink(context, deletion.bucketId) }),
  ]);
}

/** Reminds of the deletion of an unpaid set. */
export function unpaidReminderEmail(context: MailContext, deletion: Deletion): RenderedMail {
  const texts = context.texts.unpaidReminder;
  return layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts.intro }),
    part(Paragraph, { text: texts.deletion(deletion.days, longDate(context, deletion.date)) }),
    part(Button, { label: texts.button, url: setLink(context, deletion.bucketId) }),
    part(Note, { text: texts.otherwise }),
  ]);
}
