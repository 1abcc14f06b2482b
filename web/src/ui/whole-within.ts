/** What was typed → a whole number from `min` to `max`; anything that is no number becomes `min`. */
export function wholeWithin(typed: string, min: number, max: number): number {
  const value = typed.trim() === '' ? Number.NaN : Math.trunc(Number(typed.replace(',', '.')));
  return Number.isNaN(value) ? min : Math.min(max, Math.max(min, value));
}
