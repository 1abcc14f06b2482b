import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { animate } from '@keepsake/renderer/animate';
import { drawPhoto } from './draw-photo.ts';

/** A film that our renderer made for nobody. */
export async function renderFilm(signal: AbortSignal): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-film-'));
  try {
    const files = {
      photoPath: join(folder, 'photo.jpg'),
      filmPath: join(folder, 'film.mp4'),
      posterPath: join(folder, 'poster.jpg'),
    };
    await drawPhoto(800, 600).jpeg().toFile(files.photoPath);
    const options = { seed: 1, duration: 5, resolution: '540p', aspect: 'default', loop: false } as const;
    // Looks for no faces, which takes longer than the film.
    await animate({ ...files, effect: 'pet-breathe', ...options }, { signal, fps: 1 });
    return await readFile(files.filmPath);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
