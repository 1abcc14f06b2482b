import { layoutMail, type MailContext, type RenderedMail } from './mail-layout.ts';
import { longDate, setLink } from './mail-values.ts';

/** Which set goes when, and in how many days that is. */
export interface Deletion {
  readonly bucketId: string | null;
  readonly days: number;
  readonly date: Date;
}

/** Before a set with films is deleted. */
export function deletionReminderEmail(context: MailContext, deletion: Deletion): RenderedMail {
  const texts = context.texts.deletionReminder;
  return layoutMail(context, texts.subject(deletion.days), [
    { kind: 'paragraph', text: texts.intro(deletion.days, longDate(context, deletion.date)) },
    { kind: 'paragraph', text: texts.advice },
    { kind: 'button', label: texts.button, url: setLink(context, deletion.bucketId) },
  ]);
}

/** Before a set that was never paid for is deleted. */
export function unpaidReminderEmail(context: MailContext, deletion: Deletion): RenderedMail {
  const texts = context.texts.unpaidReminder;
  return layoutMail(context, texts.subject, [
    { kind: 'paragraph', text: texts.intro },
    { kind: 'paragraph', text: texts.deletion(deletion.days, longDate(context, deletion.date)) },
    { kind: 'button', label: texts.button, url: setLink(context, deletion.bucketId) },
    { kind: 'note', text: texts.otherwise },
  ]);
}
