import { formatMoney, toMajor } from '@keepsake/contract/money';
import type { Currency } from '@keepsake/contract/primitives';
import type { MailContext } from './mail-layout.ts';

/** `20 November 2026` in the reader's language; the day is that of UTC. */
export function longDate(context: MailContext, date: Date): string {
  return new Intl.DateTimeFormat(context.texts.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** An amount in minor units, in the reader's number format. */
export function money(context: MailContext, minor: number, currency: Currency): string {
  return formatMoney(toMajor(minor, currency), currency, context.texts.locale);
}

/** A whole percent in the reader's number format. */
export function percentage(context: MailContext, percent: number): string {
  return new Intl.NumberFormat(context.texts.locale, { style: 'percent' }).format(percent / 100);
}

/** The reader's dashboard, with the set that the mail is about. */
export function setLink(context: MailContext, bucketId: string | null): string {
  return `${context.publicUrl}/dashboard${bucketId ? `?bucket=${bucketId}` : ''}`;
}
