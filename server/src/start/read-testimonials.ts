import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fieldProblems, fieldText } from '@keepsake/contract/field-errors';
import { language, text } from '@keepsake/contract/primitives';
import type { Testimonial } from '@keepsake/contract/site';
import * as z from 'zod/mini';
import { type Config, ConfigError } from '../config.ts';

/** Maximum number: more would move the prices too far down on the page. */
const maxTestimonials = 12;

const file = z
  .array(z.strictObject({ quote: text(400), author: text(80), language: z._default(language, 'en') }))
  .check(z.minLength(1), z.maxLength(maxTestimonials));

/** Testimonials from the installation's own file; null without the setting. @throws ConfigError with the file, the field and what is expected */
export function readTestimonials({ TESTIMONIALS_FILE: path }: Pick<Config, 'TESTIMONIALS_FILE'>): Testimonial[] | null {
  if (path === undefined) return null;
  const parsed = file.safeParse(readJson(path), { reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const [[field, problem] = []] = Object.entries(fieldProblems(issues));
  if (field === undefined || problem === undefined) throw parsed.error;
  const [unknown] = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const where = problem.code === 'unknown_field' && unknown !== undefined ? `${field}.${unknown}` : field;
  throw refusal(path, `${inWords(where)}: ${fieldText(problem)}`);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8'));
  } catch (error) {
    throw refusal(path, error instanceof SyntaxError ? `it is no JSON: ${error.message}` : (error as Error).message);
  }
}

function refusal(path: string, reason: string): ConfigError {
  return new ConfigError(
    `Setting TESTIMONIALS_FILE cannot be used: ${path}: ${reason} A list of 1 to ${maxTestimonials} entries like {"quote": "…", "author": "…", "language": "en"} is expected; the language may be left out.`,
  );
}

/** `1.quote` is the quote of the second entry. */
function inWords(field: string): string {
  const [, index, name] = /^(\d+)(?:\.(.+))?$/.exec(field) ?? [];
  if (index === undefined) return 'the list';
  return `${name === undefined ? 'the' : `the ${name} of the`} entry number ${Number(index) + 1}`;
}
