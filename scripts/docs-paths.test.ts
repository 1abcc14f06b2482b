import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'vitest';

const root = join(import.meta.dirname, '..');
const ignored = { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] };
const documents = globSync(['*.md', 'docs/**/*.md'], ignored);
const files = globSync(['**/*.{ts,tsx,cjs,mjs,sql,yml}', '.*.cjs'], ignored).map((path) => `/${path}`);
/** Examples, which need not exist. */
const examples = ['index.ts', 'verb-noun.ts', 'verb-noun.job.ts'];

test('every source file named in a document exists, by its path or the end of it', () => {
  const missing = documents.flatMap((document) => {
    const named = [...read(document).matchAll(/`([\w./-]+\.(?:tsx?|cjs|mjs|sql|yml))`/g)].map(([, path = '']) => path);
    const gone = named.filter((path) => !examples.includes(path) && !files.some((file) => file.endsWith(`/${path}`)));
    return gone.map((path) => `${document}: ${path}`);
  });
  assert.deepEqual(missing, []);
});

test('every link between documents leads to a file', () => {
  const broken = documents.flatMap((document) => {
    const targets = [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)].map(([, path = '']) => path);
    const gone = targets.filter((path) => !existsSync(join(root, dirname(document), path)));
    return gone.map((path) => `${document}: ${path}`);
  });
  assert.deepEqual(broken, []);
});

function read(document: string): string {
  return readFileSync(join(root, document), 'utf8');
}
