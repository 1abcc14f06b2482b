/** The top of a scale that begins at 0: a round number whose half is round, too; 2 where there is nothing to show. */
export function topOfScale(values: readonly number[]): number {
  const most = Math.max(0, ...values);
  let power = 1;
  while (most > 10 * power) power *= 10;
  return power * ([2, 4, 10].find((step) => most <= step * power) ?? 10);
}

/** Positions of up to so many labels, from the first to the last point, as evenly as whole points allow. */
export function labelPositions(points: number, most: number): number[] {
  if (points === 0) return [];
  const labels = Math.min(points, most);
  if (labels === 1) return [0];
  return Array.from({ length: labels }, (_, at) => Math.round((at * (points - 1)) / (labels - 1)));
}
