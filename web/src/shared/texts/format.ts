import { formatMoney } from '@keepsake/contract/orders/money';
import type { Currency, Language, Translated } from '@keepsake/contract/primitives';
import { translate } from '@keepsake/contract/translate';
import { now } from '../clock.ts';
import { textLanguage } from './texts.ts';

/** Number formats of the interface languages; English uses the format of the United States. */
const locales: Record<Language, string> = { en: 'en-US', hu: 'hu-HU', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' };

/** The languages by their own names. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  hu: 'Magyar',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};

export function currentLanguage(): Language {
  return textLanguage();
}

/** Amount in the currency's major unit, with the currency's own sign: `$4.50`, `1 234 Ft`. */
export function money(amount: number, currency: Currency): string {
  return formatMoney(amount, currency, locales[currentLanguage()]);
}

/** `20 November 2026` in the reader's language. */
export function longDate(time: string | Date): string {
  return dateFormat({ dateStyle: 'long' }).format(new Date(time));
}

/** `20 Nov 2026`. */
export function mediumDate(time: string | Date): string {
  return dateFormat({ dateStyle: 'medium' }).format(new Date(time));
}

/** `20 November 2026 at 14:05`. */
export function longDateTime(time: string | Date): string {
  return dateFormat({ dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));
}

export function currentYear(): number {
  return now().getFullYear();
}

export function dateTime(time: string | Date): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
}

/** With seconds: `20 Nov 2026, 14:05:09`. */
export function preciseTime(time: string | Date): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(time));
}

/** `20 November 2026` for a UTC day such as `2026-11-20`, whatever the reader's time zone. */
export function utcDay(day: string): string {
  return dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** `20 Nov`. */
export function shortUtcDay(day: string): string {
  return dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));
}

/** `14:05`. */
export function clockTime(time: Date): string {
  return dateFormat({ timeStyle: 'short' }).format(time);
}

/** `66.7 %`, of a number of percent. */
export function percent(value: number, options: Intl.NumberFormatOptions = {}): string {
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return number(value / 100, { style: 'percent', ...oneDecimal, ...options });
}

export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  const locale = locales[currentLanguage()];
  return once(numbers, locale, options, () => new Intl.NumberFormat(locale, options)).format(value);
}

/** `4.2 MB`, in the reader's number format. */
export function fileSize(bytes: number): string {
  return number(bytes / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
}

/** A list in words: `a, b and c`. */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(locales[currentLanguage()], { type: 'conjunction' }).format(items);
}

/** A translated text in the user's language. */
export function translated(text: string | Translated): string {
  return translate(text, currentLanguage());
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = currentLanguage() === 'en' ? 'en-GB' : locales[currentLanguage()];
  return once(dates, locale, options, () => new Intl.DateTimeFormat(locale, options));
}

/** Cached: creating an Intl format is about a hundred times slower than using it. */
const numbers = new Map<string, Intl.NumberFormat>();

const dates = new Map<string, Intl.DateTimeFormat>();

function once<T>(made: Map<string, T>, locale: string, options: object, make: () => T): T {
  const name = locale + JSON.stringify(options);
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}
