import type { Figure } from './figure.ts';

const columns = ['what', 'figure', 'held against', 'target', ''] as const;

/** Prints figures as a table for the eye. */
export function printTable(figures: readonly Figure[]): void {
  const rows = [columns, ...figures.map(cells)];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`  ${padded.join('  ').trimEnd()}\n`);
  }
}

/** A figure as the cells of a row, in the order of the columns. */
export function cells({ what, ours, baseline, target, passes }: Figure): readonly string[] {
  return [what, ours, baseline, target, passes ? 'met' : 'MISSED'];
}
