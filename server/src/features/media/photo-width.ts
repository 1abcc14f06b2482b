import { photoWidths, type PhotoWidth } from '@keepsake/contract/limits';
import { AppError } from '../../errors.ts';
import type { LinkPurpose } from '../../platform/signed-links.ts';

/**
 * The width that a link asks for by `w`, in pixels; undefined where it asks for the file as it is. It is not signed: it gives away nothing
 * that the link does not.
 * @throws AppError validation_failed where there is no such width, or what is linked to comes in one width only
 */
export function photoWidth(path: string, purpose: LinkPurpose, asked: unknown): PhotoWidth | undefined {
  if (asked === undefined) return undefined;
  if (purpose !== 'view' || !path.startsWith('/uploads/'))
    throw refusal('unknown_field', 'Only a photo that is to be shown can be asked for in a width.');
  const width = photoWidths.find((each) => String(each) === asked);
  if (width === undefined) throw refusal('not_allowed', `Expected one of ${photoWidths.join(', ')}.`);
  return width;
}

function refusal(code: 'unknown_field' | 'not_allowed', text: string): AppError {
  return new AppError('validation_failed', { fields: { w: text }, body: { problems: { w: { code } } } });
}
