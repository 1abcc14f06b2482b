import type { Currency, Language } from '@keepsake/contract/primitives';
import { formatMoney, toMajor } from '@keepsake/contract/orders/money';
import type { MailTexts } from '../texts/mail-texts.shape.ts';

/** Recipient, texts and sender of a mail. */
export interface MailContext {
  readonly language: Language;
  readonly texts: MailTexts;
  /** Missing if the address is not verified. */
  readonly readerName: string | undefined;
  readonly productName: string;
  readonly supportAddress: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

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

/** The reader's dashboard, with the set that the mail is about, and one of its films in the viewer. */
export function setLink(context: MailContext, bucketId: string | null, filmId?: string): string {
  if (bucketId === null) return `${context.publicUrl}/dashboard`;
  return `${context.publicUrl}/dashboard?bucket=${bucketId}${filmId === undefined ? '' : `&film=${filmId}`}`;
}
