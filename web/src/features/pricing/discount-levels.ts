import type { DiscountSet } from '@keepsake/contract/orders/pricing';

/** A discount level as typed; `key` stays the same while the threshold changes. */
export interface DiscountLevel {
  key: number;
  threshold: string;
  percent: string;
}

export type LevelProblem = 'threshold_not_whole' | 'threshold_taken' | 'percent_out_of_range';

const largestThreshold = 999_999;
const firstPercent = 5;

/** The levels of a discount set, sorted by threshold. */
export function levelsOf(discounts: DiscountSet): DiscountLevel[] {
  return Object.entries(discounts)
    .map(([threshold, percent]) => ({ key: Number(threshold), threshold, percent: String(percent) }))
    .toSorted(byThreshold);
}

/** Adds a level at the smallest free threshold. */
export function withNewLevel(levels: readonly DiscountLevel[]): DiscountLevel[] {
  const taken = new Set(levels.map(({ threshold }) => Number(threshold)));
  let threshold = 1;
  while (taken.has(threshold)) threshold += 1;
  const key = Math.max(0, ...levels.map((level) => level.key)) + 1;
  return [...levels, { key, threshold: String(threshold), percent: String(firstPercent) }].toSorted(byThreshold);
}

/** Problems by level key. Thresholds must be unique whole numbers from 1, percents whole numbers from 0 to 100. */
export function problemsOf(levels: readonly DiscountLevel[]): Map<number, LevelProblem> {
  const problems = new Map<number, LevelProblem>();
  const seen = new Set<number>();
  for (const { key, threshold, percent } of levels) {
    const at = wholeNumber(threshold);
    if (at === null || at < 1 || at > largestThreshold) problems.set(key, 'threshold_not_whole');
    else if (seen.has(at)) problems.set(key, 'threshold_taken');
    else if (!isPercent(percent)) problems.set(key, 'percent_out_of_range');
    if (at !== null) seen.add(at);
  }
  return problems;
}

/** Converts levels without problems to a discount set. */
export function toDiscounts(levels: readonly DiscountLevel[]): DiscountSet {
  return Object.fromEntries(levels.map(({ threshold, percent }) => [String(Number(threshold)), Number(percent)]));
}

export function byThreshold(one: DiscountLevel, other: DiscountLevel): number {
  return (wholeNumber(one.threshold) ?? Infinity) - (wholeNumber(other.threshold) ?? Infinity) || one.key - other.key;
}

function wholeNumber(typed: string): number | null {
  return /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : null;
}

function isPercent(typed: string): boolean {
  const percent = wholeNumber(typed);
  return percent !== null && percent <= 100;
}
