import type { TimelineEntry } from '@keepsake/contract/content';
import { toMajor } from '@keepsake/contract/money';
import type { TimelineRow } from './timeline.queries.ts';

export function viewEntry(row: TimelineRow): TimelineEntry {
  const { at, kind, amount, currency, photo, action, number, attempt, code } = row;
  return {
    at: at.toISOString(),
    kind,
    amount: amount !== null && currency !== null ? toMajor(amount, currency) : null,
    currency,
    film: photo !== null && action !== null && number !== null ? { photo, action, number, attempt } : null,
    code,
  };
}
