/**
 * Parses digits with at most two decimals after a point or comma. Undefined for anything else, so that `1,000`,
 * `0x10` and `1e3` are not misread.
 */
export function plainNumber(typed: string): number | undefined {
  const text = typed.trim();
  return /^-?\d{1,12}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/** Parses a whole number and clamps it to `min`..`max`; anything else becomes `min`. */
export function wholeWithin(typed: string, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.trunc(plainNumber(typed) ?? min)));
}
