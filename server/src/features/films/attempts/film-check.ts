import { Transform, type TransformCallback } from 'node:stream';

export interface FilmFacts {
  /** Pixels as shown; null if the file does not say. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
}

/** A film that must not be delivered: truncated, of another length than announced, or not a playable MP4. */
export class FilmBroken extends Error {
  override name = 'FilmBroken';
}

const maxFilmBytes = 1024 ** 3;
const maxIndexBytes = 32 * 1024 ** 2;
/** The only box whose content is read; of the others only the length is. */
const indexBox = 'moov';

/**
 * Passes a film through unchanged and follows its boxes (ISO/IEC 14496-12): a type box first, an index with a picture track, the
 * pictures themselves, and every box complete up to the last byte. Ends with FilmBroken otherwise.
 */
export class FilmCheck extends Transform {
  #announced: number | undefined;
  #bytes = 0;
  #boxes: string[] = [];
  /** Remaining bytes of the current box; Infinity for a box that extends to the end of the file. */
  #missing = 0;
  #header = Buffer.alloc(0);
  #index: Buffer[] = [];
  #facts: FilmFacts | undefined;

  constructor(announcedBytes: number | undefined) {
    super();
    this.#announced = announcedBytes;
  }

  /** From the index; available once the whole film has passed through. */
  get facts(): FilmFacts {
    if (!this.#facts) throw new Error('The film has not passed yet');
    return this.#facts;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    try {
      if (this.#bytes > maxFilmBytes) throw new FilmBroken(`The film is larger than ${maxFilmBytes} bytes.`);
      this.#follow(chunk);
      done(null, chunk);
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.#facts = this.#conclude();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #follow(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#missing === 0) {
        rest = this.#readHeader(rest);
        continue;
      }
      const part = rest.subarray(0, Math.min(rest.length, this.#missing));
      if (this.#boxes.at(-1) === indexBox) this.#index.push(part);
      this.#missing -= part.length;
      rest = rest.subarray(part.length);
    }
  }

  /** Takes the bytes of a box header from the chunk; the header may be spread over several chunks. */
  #readHeader(chunk: Buffer): Buffer {
    const had = this.#header.length;
    this.#header = Buffer.concat([this.#header, chunk.subarray(0, 16 - had)]);
    if (this.#header.length < 8) return chunk.subarray(this.#header.length - had);
    const shortSize = this.#header.readUInt32BE(0);
    const headerSize = shortSize === 1 ? 16 : 8;
    if (this.#header.length < headerSize) return chunk.subarray(this.#header.length - had);
    const size = shortSize === 1 ? Number(this.#header.readBigUInt64BE(8)) : shortSize === 0 ? Infinity : shortSize;
    this.#startBox(this.#header.toString('latin1', 4, 8), size - headerSize);
    this.#header = Buffer.alloc(0);
    return chunk.subarray(headerSize - had);
  }

  #startBox(type: string, contentBytes: number): void {
    if (this.#boxes.length === 0 && type !== 'ftyp') throw new FilmBroken('The file is not an MP4 film.');
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type) || contentBytes < 0)
      throw new FilmBroken('The film has a damaged structure.');
    if (type === indexBox && (contentBytes > maxIndexBytes || this.#boxes.includes(indexBox)))
      throw new FilmBroken('The film has a damaged index.');
    this.#boxes.push(type);
    this.#missing = contentBytes;
  }

  #conclude(): FilmFacts {
    if (this.#bytes === 0) throw new FilmBroken('The film is empty.');
    if (this.#announced !== undefined && this.#bytes !== this.#announced)
      throw new FilmBroken(`The film has ${this.#bytes} bytes, ${this.#announced} were announced.`);
    const isComplete = this.#header.length === 0 && (this.#missing === 0 || this.#missing === Infinity);
    if (!isComplete) throw new FilmBroken('The film is cut off.');
    if (!this.#boxes.includes('mdat')) throw new FilmBroken('The film holds no pictures.');
    const facts = readFilmFacts(Buffer.concat(this.#index));
    if (!facts) throw new FilmBroken('The film has no picture track.');
    return facts;
  }
}

/** Reads the content of a `moov` box. Undefined if it has no picture track (ISO/IEC 14496-12, 8.2 to 8.4). */
function readFilmFacts(moov: Buffer): FilmFacts | undefined {
  const picture = [...boxesOf(moov)].find(({ type, content }) => type === 'trak' && handlerOf(content) === 'vide');
  if (!picture) return undefined;
  return { ...sizeOf(find(picture.content, 'tkhd')), durationMs: durationOf(find(moov, 'mvhd')) };
}

interface Box {
  type: string;
  content: Buffer;
}

/** The complete boxes in a buffer. */
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
