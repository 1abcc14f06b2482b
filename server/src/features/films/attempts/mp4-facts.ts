export interface FilmFacts {
  /** Pixels as shown; null where the file does not say. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
}

/** Reads the content of a `moov` box. Undefined where it has no picture track (ISO/IEC 14496-12, 8.2 to 8.4). */
export function readFilmFacts(moov: Buffer): FilmFacts | undefined {
  const picture = [...boxesOf(moov)].find(({ type, content }) => type === 'trak' && handlerOf(content) === 'vide');
  if (!picture) return undefined;
  return { ...sizeOf(find(picture.content, 'tkhd')), durationMs: durationOf(find(moov, 'mvhd')) };
}

interface Box {
  type: string;
  content: Buffer;
}

/** The boxes that lie complete in a buffer. */
function* boxesOf(buffer: Buffer): Generator<Box> {
  let at = 0;
  while (at + 8 <= buffer.length) {
    const shortSize = buffer.readUInt32BE(at);
    const isLong = shortSize === 1 && at + 16 <= buffer.length;
    const header = isLong ? 16 : 8;
    const size = isLong ? Number(buffer.readBigUInt64BE(at + 8)) : shortSize || buffer.length - at;
    if (size < header || at + size > buffer.length) return;
    yield { type: buffer.toString('latin1', at + 4, at + 8), content: buffer.subarray(at + header, at + size) };
    at += size;
  }
}

function find(buffer: Buffer, ...path: string[]): Buffer | undefined {
  const [type, ...deeper] = path;
  if (type === undefined) return buffer;
  for (const box of boxesOf(buffer)) {
    const found = box.type === type ? find(box.content, ...deeper) : undefined;
    if (found) return found;
  }
  return undefined;
}

function handlerOf(trak: Buffer): string | undefined {
  return find(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12);
}

/** The last two numbers of a track header, 16.16 fixed point, turned as its matrix says. */
function sizeOf(tkhd: Buffer | undefined): Pick<FilmFacts, 'width' | 'height'> {
  const at = tkhd?.[0] === 1 ? 88 : 76;
  if (!tkhd || tkhd.length < at + 8) return { width: null, height: null };
  const [width, height] = [Math.round(tkhd.readUInt32BE(at) / 65536), Math.round(tkhd.readUInt32BE(at + 4) / 65536)];
  const isOnItsSide = tkhd.readInt32BE(at - 36) === 0 && tkhd.readInt32BE(at - 32) !== 0;
  return isOnItsSide ? { width: height, height: width } : { width, height };
}

/** Timescale and duration of a movie header; versions 0 and 1 differ in the width of the numbers. */
function durationOf(mvhd: Buffer | undefined): number | null {
  const isLong = mvhd?.[0] === 1;
  if (!mvhd || mvhd.length < (isLong ? 32 : 20)) return null;
  const timescale = mvhd.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  return timescale > 0 && duration > 0 ? Math.round((duration / timescale) * 1000) : null;
}
