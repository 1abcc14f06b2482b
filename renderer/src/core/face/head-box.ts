import type { Box, Size } from '../picture/framing.ts';
import type { Head } from './head.ts';

/** A head with its hair, in fractions of the picture in which its places are. */
export function headBox({ places, width: side }: Pick<Head, 'places' | 'width'>, { width, height }: Size): Box {
  const xs = places.filter((_, i) => i % 2 === 0);
  const ys = places.filter((_, i) => i % 2 === 1);
  return {
    left: Math.max(0, (Math.min(...xs) - 0.15 * side) / width),
    right: Math.min(1, (Math.max(...xs) + 0.15 * side) / width),
    top: Math.max(0, (Math.min(...ys) - 0.4 * side) / height),
    bottom: Math.min(1, (Math.max(...ys) + 0.1 * side) / height),
  };
}
