import { open } from 'node:fs/promises';
import { readMark } from '@keepsake/renderer/film/read-mark';

/** What a film says of its making; `none` where it says nothing. */
export type FilmMark = 'original' | 'altered' | 'copy' | 'foreign' | 'none';

/** Reads the mark that the built-in renderer writes, or another maker's. Marks can be removed and forged. */
export async function readFilmMark(path: string): Promise<FilmMark | 'not_a_film'> {
  if (!(await isMp4(path))) return 'not_a_film';
  return (await readMark(path))?.kind ?? 'none';
}

/** An MP4 or QuickTime file begins with a box of this type. */
async function isMp4(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return bytesRead === 12 && buffer.toString('latin1', 4, 8) === 'ftyp';
  } finally {
    await file.close();
  }
}
