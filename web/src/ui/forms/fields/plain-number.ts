/**
 * What was typed as a number: digits, and at most two decimals after a point or a comma. Undefined for anything else, so that `1,000`,
 * `0x10` and `1e3` are not taken for other numbers than who typed them meant.
 */
export function plainNumber(typed: string): number | undefined {
  const text = typed.trim();
  return /^-?\d{1,12}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/** What was typed → a whole number from `min` to `max`; anything that is no number becomes `min`. */
export function wholeWithin(typed: string, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.trunc(plainNumber(typed) ?? min)));
}
