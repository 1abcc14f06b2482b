import { fieldText, type FieldProblem } from '@keepsake/contract/field-errors';
import { AppError } from '../../errors.ts';

/** The refusal of input whose fields are wrong: the reason of each, in words and in codes. */
export function invalidFields(problems: Record<string, FieldProblem>): AppError {
  return new AppError('validation_failed', {
    fields: Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, fieldText(problem)])),
    body: { problems },
  });
}
