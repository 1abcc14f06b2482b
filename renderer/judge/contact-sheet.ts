import sharp, { type Sharp } from 'sharp';
import type { Frames } from './read-frames.ts';
import type { FaceStory } from './watch-film.ts';

const CELL = 220;
const LABEL = 18;
/** Side of the crop in eye distances: the head with some surroundings. */
const ROOM = 5;

/** A film and the faces to show of it. */
export interface SheetFilm {
  effect: string;
  frames: Frames;
  stories: readonly FaceStory[];
}

/** One row per face: at rest, at the extremes, and at the film's end. */
export function sheetCells({ effect, frames, stories }: SheetFilm): Promise<Buffer>[] {
  return stories.map((story, face) => {
    const moments = [
      0,
      furthest(story.rise, 1),
      furthest(story.yaw, -1),
      furthest(story.yaw, 1),
      furthest(story.leftEye, -1),
      furthest(story.rightEye, -1),
      frames.pictures.length - 1,
    ];
    return drawRow(`${effect}, face ${face + 1}`, frames, story, moments);
  });
}

/** Stacks the rows into a JPEG file. */
export async function saveSheet(path: string, rows: readonly Buffer[]): Promise<void> {
  if (rows.length === 0) return;
  const { width } = await sharp(rows[0]).metadata();
  const height = CELL + LABEL;
  const layers = rows.map((input, i) => ({ input, left: 0, top: i * height }));
  await sharp({ create: { width, height: rows.length * height, channels: 3, background: '#222' } })
    .composite(layers)
    .jpeg({ quality: 88 })
    .toFile(path);
}

async function drawRow(
  title: string,
  { pictures, width, height }: Frames,
  { eyes }: FaceStory,
  moments: readonly number[],
): Promise<Buffer> {
  const { x, y, distance } = eyes[0]!;
  const side = Math.min(width, height, Math.round(ROOM * distance));
  const left = Math.round(Math.max(0, Math.min(width - side, x - side / 2)));
  const top = Math.round(Math.max(0, Math.min(height - side, y + 0.35 * distance - side / 2)));
  const area = { left, top, width: side, height: side };
  const cells = moments.map((moment) => sharp(pictures[moment], { raw: { width, height, channels: 3 } }).extract(area));
  return sheetRow(title, cells);
}

/** Square pictures side by side under a title. */
export async function sheetRow(title: string, pictures: readonly Sharp[]): Promise<Buffer> {
  const cells = pictures.map(async (picture, i) => ({
    input: await picture.resize(CELL, CELL).png().toBuffer(),
    left: i * CELL,
    top: LABEL,
  }));
  const label = `<svg width="600" height="${LABEL}"><text x="4" y="13" font-size="13" fill="#fff">${title}</text></svg>`;
  return sharp({ create: { width: pictures.length * CELL, height: CELL + LABEL, channels: 3, background: '#222' } })
    .composite([...(await Promise.all(cells)), { input: Buffer.from(label), left: 0, top: 0 }])
    .png()
    .toBuffer();
}

function furthest(values: readonly number[], sign: number): number {
  return values.reduce((best, value, i) => (sign * value > sign * values[best]! ? i : best), 0);
}
