import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Changes whenever a translated text does: part of the texts' addresses, so that new code never meets old texts of a cache. */
export function textsVersion(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(path.join(folder, file)));
  return hash.digest('base64url').slice(0, 10);
}
