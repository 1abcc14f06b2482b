import { plainNumber } from './plain-number.ts';

/** What was typed → a whole number from `min` to `max`; anything that is no number becomes `min`. */
export function wholeWithin(typed: string, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.trunc(plainNumber(typed) ?? min)));
}
