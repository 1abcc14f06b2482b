import { number } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';

/** The difference between a figure of the last 30 days and the 30 days before, as text; undefined until the latter is loaded. */
export function compared(
  t: Translate<'admin-overview'>,
  now: number,
  before: number | undefined,
  format: (value: number) => string = number,
): string | undefined {
  if (before === undefined) return undefined;
  const values = { difference: format(Math.abs(now - before)), value: format(before) };
  if (now === before) return t('before.same');
  return t(now > before ? 'before.more' : 'before.less', values);
}
