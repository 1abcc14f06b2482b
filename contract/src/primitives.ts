import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { withoutInvisible } from './without-invisible.ts';

export const languages = ['en', 'hu', 'de', 'fr', 'es'] as const;
export const language = z.enum(languages);
export type Language = z.output<typeof language>;

export const currencies = ['USD', 'EUR', 'GBP', 'HUF'] as const;
export const currency = z.enum(currencies);
export type Currency = z.output<typeof currency>;

/** Converted to lower case, as the database writes it, so that an id has only one spelling. */
export const id = z.uuid().check(z.toLowerCase());
export const idParams = z.object({ id });
export const message = z.object({ message: z.string() });
/** Times travel as ISO 8601 in UTC. */
export const time = z.iso.datetime({ offset: true });
/** A day of the years 1 to 9999: the database has no year 0. */
export const date = z.iso.date().check(z.refine((day) => !day.startsWith('0000'), 'wrong_format'));

/** Refuses a last day before the first one. Dates in this format compare as text. */
export const daysInOrder = z.check<{ from?: string | undefined; to?: string | undefined }>(({ value, issues }) => {
  const { from, to } = value;
  if (from !== undefined && to !== undefined && to < from)
    issues.push({ code: 'custom', message: 'before_first', path: ['to'], input: to });
});

/**
 * Text that the database and JSON can store: no NUL, no half of a surrogate pair. Every text of a request is based on this, or on a
 * pattern that allows neither.
 */
export function plainString(): z.ZodMiniString<string> {
  return z.string().check(z.regex(/^[^\0\p{Cs}]*$/u)) as z.ZodMiniString<string>;
}

/** Trimmed text of at least one visible character. Invisible characters are removed, control characters refused. */
export function text(max: number): z.ZodMiniString<string> {
  return seenText(max, /^[^\p{Cc}\p{Cs}]*$/u);
}

/** A name that may be empty. As `text`, and in NFC, so that it is the same however its accents were typed. */
export function nameText(max: number): z.ZodMiniString<string> {
  const checks = [
    z.overwrite((typed: string) => withoutInvisible(typed.normalize('NFC'))),
    z.trim(),
    z.maxLength(max),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u),
  ];
  return z.string().check(...checks) as z.ZodMiniString<string>;
}

/** As `text`, but with line breaks; other control characters are refused. */
export function longText(max: number): z.ZodMiniString<string> {
  return seenText(max, /^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u);
}

function seenText(max: number, allowed: RegExp): z.ZodMiniString<string> {
  const checks = [z.overwrite(withoutInvisible), z.trim(), z.minLength(1), z.maxLength(max), z.regex(allowed)];
  return z.string().check(...checks) as z.ZodMiniString<string>;
}

/** Checked exactly as typed: never trimmed, never cut (ASVS 6.2.8). */
export const newPassword = plainString().check(z.minLength(limits.passwordMin), z.maxLength(limits.passwordMax));
/** A password that is only compared: any length up to the limit. */
export const password = plainString().check(z.minLength(1), z.maxLength(limits.passwordMax));

/**
 * The state of a record that an administrator saw. A change that carries it is refused with `changed_meanwhile` if the record was changed since; the
 * body then has `current`, the reply of the GET call, and its `revision`.
 */
export const revision = z.int();
export const seenRevision = z.optional(revision);
/** The same in the query string of a deletion. */
export const seenRevisionQuery = z.object({ revision: z.optional(wholeNumber(z.int())) });

/** A bounded integer in a query string, with a default. */
export function queryNumber(min: number, max: number, fallback: number) {
  return z._default(wholeNumber(z.int().check(z.minimum(min), z.maximum(max))), fallback);
}

/** An integer, or its decimal digits as text. Other notations (`0x10`, `1e3`, an empty text) are refused. */
export function wholeNumber(number: z.ZodMiniNumber<number>) {
  return z.pipe(
    z.transform(
      (given: unknown) => (typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given) as number,
    ),
    number,
  );
}

const flag = z.pipe(
  z.transform((given: unknown) => (given === 'true' ? true : given === 'false' ? false : (given as boolean))),
  z.boolean(),
);

/** `true` or `false` in a query string; false by default. */
export const queryFlag = z._default(flag, false);
/** The same without a default: undefined if it is missing. */
export const optionalFlag = z.optional(flag);

/** Lists of administrators are counted up to this many rows; the total of longer ones is unknown. */
export const countedRows = 10_000;

export function pageQuery(size: number) {
  return z.object({ page: queryNumber(1, 1_000_000, 1), limit: queryNumber(1, limits.pageLimitMax, size) });
}

/** A text in several languages: always in English, in the others if a translation exists. */
export const translated = z.object({
  en: z.string(),
  hu: z.optional(z.string()),
  de: z.optional(z.string()),
  fr: z.optional(z.string()),
  es: z.optional(z.string()),
});
export type Translated = z.output<typeof translated>;

/** The same as entered in a form: bounded, English required, others may be empty. */
export function translatedText(max: number) {
  const other = z.optional(z.union([z.literal(''), text(max)]));
  return z.object({ en: text(max), hu: other, de: other, fr: other, es: other });
}
