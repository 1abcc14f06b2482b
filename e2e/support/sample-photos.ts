import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { cutPortrait } from '../../renderer/test/photos.ts';

const modules = join(import.meta.dirname, '../../node_modules');
const cache = join(modules, '.cache/keepsake-photos');
/** Names the code that makes the portraits: those of other code are not taken. */
const madeBy = createHash('sha256')
  .update(readFileSync(import.meta.filename))
  .update(readFileSync(join(import.meta.dirname, '../../renderer/test/photos.ts')))
  .digest('hex')
  .slice(0, 12);

/** Photographs of one person each, in files of their own: looking at one takes a fifth of what a group of people takes. */
export const portraits = (await Promise.all([1, 2, 3].map(makePortrait))) as [string, string, string];

/** A photograph of one person. */
export const singlePhoto = portraits[0];

/** Two photographs of several people, from a development dependency. */
export const [groupPhoto, familyPhoto] = [2, 5].map((number) =>
  join(modules, `@vladmandic/face-api/demo/sample${number}.jpg`),
) as [string, string];

async function makePortrait(number: number): Promise<string> {
  const path = join(cache, madeBy, `portrait-${number}.jpg`);
  if (existsSync(path)) return path;
  mkdirSync(join(cache, madeBy), { recursive: true });
  // Other processes make it, too.
  const draft = `${path}.${randomUUID()}`;
  const photo = (await cutPortrait()).resize(1000).modulate({ brightness: 1 + number / 50 });
  await photo.jpeg({ quality: 85 }).toFile(draft);
  renameSync(draft, path);
  return path;
}
