import type { ReadRange } from '../../providers/storage/storage.ts';

/**
 * What a Range header asks of a file of `size` bytes (RFC 9110, section 14): one range; undefined where the whole file is to be sent
 * because nothing, something unreadable or several ranges are asked for; 'unsatisfiable' where the file has no such bytes.
 */
export function byteRange(header: string | undefined, size: number): ReadRange | 'unsatisfiable' | undefined {
  const asked = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '');
  if (!asked) return undefined;
  const [, from = '', to = ''] = asked;
  if (from === '' && to === '') return undefined;
  if (from === '') return lastBytes(Number(to), size);
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}

function lastBytes(count: number, size: number): ReadRange | 'unsatisfiable' {
  if (count === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - count), end: size - 1 };
}
