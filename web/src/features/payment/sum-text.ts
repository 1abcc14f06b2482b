import { currency as currencies } from '@keepsake/contract/primitives';
import { money } from '../../shared/format.ts';

/** A sum as the ledger tells it; of a currency that we do not sell in, in minor units with its letters. */
export function sumText(amount: number | null, code: string | null): string {
  if (amount === null) return '–';
  const known = currencies.safeParse(code);
  return known.success ? money(amount, known.data) : `${amount} ${code ?? ''}`.trim();
}
