import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

/** Random access to bytes; a film may be too large for memory. */
export interface ByteSource {
  size: number;
  /** Returns fewer bytes at the end. */
  read(at: number, length: number): Promise<Buffer>;
}

/** A box of an MP4 file: start and end offset of its content. */
export interface Mp4Box {
  name: string;
  start: number;
  content: number;
  end: number;
}

/** Limit of boxes per level; a file with more was made to waste time. */
const MAX_BOXES = 10_000;
const CHUNK = 1 << 20;

export async function withBytes<T>(film: string | Uint8Array, look: (source: ByteSource) => Promise<T>): Promise<T> {
  if (typeof film !== 'string') return look(memory(film));
  const file = await open(film);
  try {
    return await look(await stored(file));
  } finally {
    await file.close();
  }
}

/** The complete boxes between two offsets; stops at the first that is truncated or corrupt. */
export async function readBoxes(source: ByteSource, from = 0, to = source.size): Promise<Mp4Box[]> {
  const boxes: Mp4Box[] = [];
  for (let start = from; start + 8 <= to && boxes.length < MAX_BOXES;) {
    const head = await source.read(start, 16);
    if (head.length < 8) break;
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) break;
    const header = short === 1 ? 16 : 8;
    const length = short === 0 ? to - start : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < header || start + length > to) break;
    boxes.push({ name: head.toString('latin1', 4, 8), start, content: start + header, end: start + length });
    start += length;
  }
  return boxes;
}

/** SHA-256 of the first `length` bytes. */
export async function digest(source: ByteSource, length: number): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < length; at += CHUNK) hash.update(await source.read(at, Math.min(CHUNK, length - at)));
  return hash.digest('hex');
}

function memory(bytes: Uint8Array): ByteSource {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    size: whole.length,
    read: (at, length) => Promise.resolve(whole.subarray(at, at + length)),
  };
}

async function stored(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat();
  return {
    size,
    read: async (at, length) => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      return buffer.subarray(0, bytesRead);
    },
  };
}
