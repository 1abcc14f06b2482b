// Makes the films of the landing page and the README: the product's renderer animates invented, drawn photographs. `npm run films`; run it
// again after a change to art/src/ or to how faces move. The page labels them as illustrations.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { readFrames } from '../../renderer/judge/read-frames.ts';
import { animate } from '../../renderer/src/node/animate.ts';
import { findEncoder } from '../../renderer/src/node/film/find-encoder.ts';
import { agePicture, agePictureWhole, drawPrint, prints } from './prints/aged-print.ts';
import { galleryPrints, heroPrints, type SitePrint } from './prints/site-prints.ts';

const root = join(import.meta.dirname, '../..');
const gallery = join(root, 'web/public/gallery');
/** Width of a picture and of its film in the gallery, and behind the page's headline. */
const widths = {
  print: { still: 480, film: 480 },
  hero: { still: 1600, film: 1280 },
  narrow: { still: 960, film: 720 },
};
const inReadme = ['smile', 'laugh', 'wink'];

const folder = await mkdtemp(join(tmpdir(), 'keepsake-films-'));
try {
  await mkdir(gallery, { recursive: true });
  // The sample photo for administrators' test films.
  await sharp(Buffer.from(drawPrint(prints.grandmother, 960)))
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(join(root, 'server/src/features/films/config/sample-photo.jpg'));
  for (const print of galleryPrints())
    await make(print, Buffer.from(agePicture(print.picture, print, 1200)), { ...widths.print, crf: 25 });
  for (const print of heroPrints()) {
    const kind = print.name === 'hero' ? 'hero' : 'narrow';
    await make(print, Buffer.from(agePictureWhole(print.picture, print.size, print)), { ...widths[kind], crf: 25 });
  }
  await drawReadme(join(root, 'docs/films.webp'));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The still in three formats, and the film that the renderer makes of it. */
async function make(
  { name, effect, version }: SitePrint,
  picture: Buffer,
  { still, film, crf }: { still: number; film: number; crf: number },
): Promise<void> {
  const photo = await sharp(picture).jpeg({ quality: 94 }).toBuffer();
  await writeStills(join(gallery, name), photo, still);
  const paths = { photoPath: join(folder, `${name}.jpg`), filmPath: join(folder, `${name}.mp4`) };
  await sharp(photo).toFile(paths.photoPath);
  const options = { seed: version, duration: 5, resolution: '720p', aspect: 'default', loop: true } as const;
  const report = await animate({ ...paths, posterPath: `${paths.filmPath}.jpg`, effect, ...options });
  if (!report.applied) throw new Error(`${name} does not show the effect: ${JSON.stringify(report)}`);
  await compress(paths.filmPath, join(gallery, `${name}.mp4`), { width: film, crf });
  console.log(name);
}

/** Three formats of similar quality; the JPEG is for browsers without WebP and AVIF. */
async function writeStills(path: string, photo: Buffer, width: number): Promise<void> {
  const still = sharp(photo).resize(width);
  const isWide = width > 480;
  await still
    .clone()
    .jpeg({ quality: isWide ? 70 : 78, mozjpeg: true })
    .toFile(`${path}.jpg`);
  await still
    .clone()
    .webp({ quality: isWide ? 58 : 70, effort: 6, smartSubsample: true })
    .toFile(`${path}.webp`);
  await still
    .clone()
    .avif({ quality: isWide ? 44 : 54, effort: 6, chromaSubsampling: '4:2:0' })
    .toFile(`${path}.avif`);
}

/** A film as a page brings it: smaller than one for customers, with the same tags. */
async function compress(film: string, target: string, { width, crf }: { width: number; crf: number }): Promise<void> {
  const picture = ['-vf', `scale=${width}:-2:flags=lanczos`, '-pix_fmt', 'yuv420p'];
  const quality = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', `${crf}`];
  const container = ['-an', '-map_metadata', '0', '-movflags', '+faststart', '-y', target];
  await promisify(execFile)(await findEncoder(), [
    '-loglevel',
    'error',
    '-i',
    film,
    ...picture,
    ...quality,
    ...container,
  ]);
}

/** Three films of the gallery side by side. */
async function drawReadme(target: string): Promise<void> {
  const perSecond = 12.5;
  const cell = { width: 240, height: 288 };
  const films = await Promise.all(
    inReadme.map(async (name) => {
      // From the renderer's own film: the page's smaller one flickers a little, which an animated picture pays for.
      const size = { width: 720, height: 864 };
      const { pictures } = await readFrames(join(folder, `${name}.mp4`), size.width, size.height, perSecond);
      return Promise.all(
        pictures.map((data) =>
          sharp(data, { raw: { ...size, channels: 3 } })
            .resize(cell)
            .png()
            .toBuffer(),
        ),
      );
    }),
  );
  const moments = Math.min(...films.map(({ length }) => length));
  const frames = Array.from({ length: moments }, (_, moment) =>
    sharp({ create: { ...cell, width: films.length * cell.width, channels: 3, background: '#000' } })
      .composite(films.map((film, i) => ({ input: film[moment], left: i * cell.width, top: 0 })))
      .png()
      .toBuffer(),
  );
  await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ quality: 42, effort: 6, delay: frames.map(() => 1000 / perSecond), loop: 0 })
    .toFile(target);
}
