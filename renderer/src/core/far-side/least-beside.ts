import { SKIN_TRIANGLES } from '../face/skin-triangles.ts';

/**
 * Of each point of the mesh the least value of those that it shares a triangle of the skin with, its own among them. Points
 * without a value have none and lower nobody's.
 */
export function leastBeside<Value extends number | undefined>(values: readonly Value[]): Value[] {
  const least = [...values];
  for (let i = 0; i < SKIN_TRIANGLES.length; i += 3) {
    const corners = SKIN_TRIANGLES.slice(i, i + 3);
    const known = corners.flatMap((point) => values[point] ?? []);
    for (const point of corners) {
      for (const value of known) if (least[point] !== undefined && value < least[point]) least[point] = value;
    }
  }
  return least;
}
