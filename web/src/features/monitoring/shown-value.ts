import { number } from '../../shared/format.ts';

/** What stands where there is nothing to count yet. */
export const nothing = '–';

/** An average or a share, unless it is over nothing. */
export function over(count: number, value: string): string {
  return count === 0 ? nothing : value;
}

/** `2.75`, `2`. */
export function average(value: number): string {
  return number(value, { maximumFractionDigits: 2 });
}

/** `90 s`, `1.5 s`. */
export function seconds(value: number): string {
  return number(value, { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 });
}
