import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A hash of all translated texts, as part of their URLs, so that new code never gets old texts from a cache. */
export function textsVersion(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(path.join(folder, file)));
  return hash.digest('base64url').slice(0, 10);
}
