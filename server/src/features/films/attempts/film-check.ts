import { Transform, type TransformCallback } from 'node:stream';
import { readFilmFacts, type FilmFacts } from './mp4-facts.ts';

/** A film that must not be delivered: cut off, of another length than announced, or no playable MP4 at all. */
export class FilmBroken extends Error {
  override name = 'FilmBroken';
}

const maxFilmBytes = 1024 ** 3;
const maxIndexBytes = 32 * 1024 ** 2;
/** Boxes whose content is looked at; of all others only the length counts. */
const indexBox = 'moov';

/**
 * Passes a film through unchanged and follows its boxes (ISO/IEC 14496-12): a type box first, an index with a picture track, the
 * pictures themselves, and every box complete up to the last byte. Ends with FilmBroken otherwise.
 */
export class FilmCheck extends Transform {
  #announced: number | undefined;
  #bytes = 0;
  #boxes: string[] = [];
  /** Bytes of the current box that are still to come; Infinity for one that lasts to the end of the file. */
  #missing = 0;
  #header = Buffer.alloc(0);
  #index: Buffer[] = [];
  #facts: FilmFacts | undefined;

  constructor(announcedBytes: number | undefined) {
    super();
    this.#announced = announcedBytes;
  }

  /** What the index says; known once the film has passed. */
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
