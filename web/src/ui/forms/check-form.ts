import { type FieldProblem, fieldProblems } from '@keepsake/contract/field-errors';
import type * as z from 'zod/mini';
import { plainNumber } from './fields/plain-number.ts';

type Values = Record<string, unknown>;

export type FormCheck<Output> =
  | { success: true; output: Output; problems: Record<string, never> }
  | { success: false; problems: Record<string, FieldProblem> };

/**
 * Validates input by a schema. An empty field with a problem is `required`, whichever rule of the schema it breaks. A rule of the
 * form itself (`z.refine`) has as its message a key under `errors:field`.
 */
export function checkForm<Output>(schema: z.ZodMiniType<Output>, typed: Values, defaults: Values): FormCheck<Output> {
  const numbers = asNumbers(typed, defaults);
  const parsed = schema.safeParse(numbers, { reportInput: true });
  if (parsed.success) return { success: true, output: parsed.data, problems: {} };
  const { issues } = parsed.error;
  const problems = fieldProblems(issues.filter((issue) => issue.code !== 'custom'));
  for (const name of Object.keys(problems)) {
    if (isEmpty(typed[name])) problems[name] = { code: 'required' };
    else if (typeof defaults[name] === 'number' && typeof numbers[name] === 'string')
      problems[name] = { code: 'not_number' };
  }
  for (const issue of issues) {
    if (issue.code === 'custom')
      problems[issue.path.join('.')] ??= { code: issue.message, ...issue.params } as FieldProblem;
  }
  return { success: false, problems };
}

/** Converts input to numbers where the default value is a number. Invalid numbers stay strings, which the schema refuses. */
function asNumbers(typed: Values, defaults: Values): Values {
  const entries = Object.entries(typed).map(([name, value]) => [
    name,
    typeof defaults[name] === 'number' && typeof value === 'string' ? (plainNumber(value) ?? value) : value,
  ]);
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
