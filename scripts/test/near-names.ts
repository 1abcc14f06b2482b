import { basename } from 'node:path';

/** The files of a list whose names are most like a word, best first: by the share of common pairs of letters (Sørensen–Dice). */
export function nearNames(word: string, paths: readonly string[], count = 5): string[] {
  const wanted = pairs(word);
  return paths
    .map((path) => ({ path, likeness: likeness(wanted, pairs(basename(path).split('.')[0] ?? '')) }))
    .filter(({ likeness }) => likeness > 0.3)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ path }) => path);
}

function likeness(some: Set<string>, others: Set<string>): number {
  const common = [...some].filter((pair) => others.has(pair)).length;
  return (2 * common) / Math.max(1, some.size + others.size);
}

function pairs(text: string): Set<string> {
  const letters = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}
