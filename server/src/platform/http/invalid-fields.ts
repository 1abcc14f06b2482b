import { fieldText, type FieldProblem } from '@keepsake/contract/field-errors';
import { AppError } from '../../errors.ts';

/** The refusal of invalid input: the reason for each field, as text and as codes. */
export function invalidFields(problems: Record<string, FieldProblem>): AppError {
  return new AppError('validation_failed', {
    fields: Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, fieldText(problem)])),
    body: { problems },
  });
}
