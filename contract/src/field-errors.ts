import type * as z from 'zod/mini';

/** Codes for why a field was refused; the web app translates them. */
export type FieldProblem =
  | { code: 'required' }
  | { code: 'too_short' | 'too_long' | 'too_few' | 'too_many' | 'too_small' | 'too_big'; limit: number }
  | { code: 'not_number' | 'not_whole' | 'not_email' | 'not_allowed' | 'wrong_type' | 'wrong_format' | 'unknown_field' }
  // The last day of a period that comes before its first.
  | { code: 'before_first' }
  // On an invoice: characters that cannot be printed, and a tax number that is not in its country's format.
  | { code: 'not_printable' }
  | { code: 'not_tax_number'; example: string }
  // Effects of one photo that are of different themes.
  | { code: 'other_theme' }
  // An unknown icon; with the names of the existing ones.
  | { code: 'unknown_icon'; example: string }
  // A weak password: a common one, or one built from the name of the service or its owner.
  | { code: 'too_common' | 'too_personal' }
  // The password that confirms an action.
  | { code: 'password_wrong' };

/** Zod's issues (parsed with `reportInput: true`) → one problem per field; nested fields are named with dots (`contents.0.actions`). */
export function fieldProblems(issues: readonly z.core.$ZodIssue[]): Record<string, FieldProblem> {
  const problems: Record<string, FieldProblem> = Object.create(null);
  for (const issue of issues) collect(issue, [], problems);
  return problems;
}

function collect(issue: z.core.$ZodIssue, above: PropertyKey[], problems: Record<string, FieldProblem>): void {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    for (const inner of closestBranch(issue.errors)) collect(inner, path, problems);
    return;
  }
  const field = path.map(String).join('.') || 'body';
  problems[field] ??= problemOf(issue, field);
}

/** The branch of a union that fits the input best: first without unknown fields, then with the fewest errors. */
function closestBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const distance = (issues: readonly z.core.$ZodIssue[]) =>
    issues.length + (issues.some((issue) => issue.code === 'unrecognized_keys') ? 100 : 0);
  return branches.toSorted((a, b) => distance(a) - distance(b))[0] ?? [];
}

/** The English text of a problem, saying what is expected. */
export function fieldText(problem: FieldProblem): string {
  switch (problem.code) {
    case 'required':
      return 'This field is required';
    case 'too_short':
      return `Use at least ${problem.limit} characters.`;
    case 'too_long':
      return `Use at most ${problem.limit} characters.`;
    case 'too_few':
      return `At least ${problem.limit} needed.`;
    case 'too_many':
      return `At most ${problem.limit} allowed.`;
    case 'too_small':
      return `Must be ${problem.limit} or more.`;
    case 'too_big':
      return `Must be ${problem.limit} or less.`;
    case 'not_number':
      return 'Enter a plain number such as 1000 or 4.99, without thousands separators.';
    case 'not_whole':
      return 'Must be a whole number.';
    case 'not_email':
      return 'Enter an e-mail address such as name@example.com.';
    case 'not_allowed':
      return 'This value is not one of those offered.';
    case 'wrong_type':
      return 'This value has the wrong type.';
    case 'wrong_format':
      return 'This value has the wrong format.';
    case 'before_first':
      return 'The last day must not be before the first.';
    case 'unknown_field':
      return 'This field is not known here.';
    case 'not_printable':
      return 'Please use Latin, Greek or Cyrillic letters.';
    case 'not_tax_number':
      return `Enter the tax number as this country writes it, for example ${problem.example}.`;
    case 'other_theme':
      return 'All effects of a photo must be of the same theme.';
    case 'unknown_icon':
      return `There is no such icon. Drawings: ${problem.example}. Others are class names of Font Awesome's free solid icons, such as fa-hand.`;
    case 'too_common':
      return 'This password is too common. Please choose one that is harder to guess.';
    case 'too_personal':
      return 'Please choose a password without the name of this service, your name or your e-mail address.';
    case 'password_wrong':
      return 'This password is not correct.';
  }
}

function problemOf(issue: z.core.$ZodIssue, field: string): FieldProblem {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return { code: 'required' };
      return issue.expected === 'int' ? { code: 'not_whole' } : { code: 'wrong_type' };
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? { code: 'required' } : { code: 'too_short', limit: Number(issue.minimum) };
      return { code: issue.origin === 'array' ? 'too_few' : 'too_small', limit: Number(issue.minimum) };
    case 'too_big':
      if (issue.origin === 'string') return { code: 'too_long', limit: Number(issue.maximum) };
      return { code: issue.origin === 'array' ? 'too_many' : 'too_big', limit: Number(issue.maximum) };
    case 'invalid_format':
      return /email$/i.test(field) ? { code: 'not_email' } : { code: 'wrong_format' };
    case 'invalid_value':
      return issue.input === undefined ? { code: 'required' } : { code: 'not_allowed' };
    case 'unrecognized_keys':
      return { code: 'unknown_field' };
    case 'custom':
      return ownProblem(issue) ?? { code: 'wrong_format' };
    default:
      return { code: 'wrong_format' };
  }
}

/** The contract's own rules carry the problem's code in zod's message. */
function ownProblem({ message, params }: z.core.$ZodIssueCustom): FieldProblem | undefined {
  if (message === 'not_allowed' || message === 'not_printable' || message === 'before_first') return { code: message };
  return message === 'not_tax_number' ? { code: message, example: String(params?.['example']) } : undefined;
}
