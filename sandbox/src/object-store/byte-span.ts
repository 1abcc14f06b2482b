import { S3Refusal } from './s3-refusal.ts';

/** The bytes that a Range header asks for, both ends included; undefined where it asks for all. */
export function byteSpan(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!asked || (asked[1] === '' && asked[2] === '')) return undefined;
  const [, from = '', to = ''] = asked;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size || end < start) throw new S3Refusal('InvalidRange');
  return { start, end };
}
