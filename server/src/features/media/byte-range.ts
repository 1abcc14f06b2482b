import { parse } from 'range-parser';
import type { ReadRange } from '../../providers/storage/storage.ts';

/**
 * What a Range header requests of a file of `size` bytes (RFC 9110, section 14): one range; undefined where the whole file is to be sent
 * because there is none, it is invalid or names several ranges; 'unsatisfiable' where the file has no such bytes.
 */
export function byteRange(header: string | undefined, size: number): ReadRange | 'unsatisfiable' | undefined {
  const { code, type, ranges } = parse(size, header ?? '');
  if (type !== 'bytes' || ranges.length > 1) return undefined;
  if (code === 0) return ranges[0];
  return code === 2 && ranges.length === 0 ? 'unsatisfiable' : undefined;
}
