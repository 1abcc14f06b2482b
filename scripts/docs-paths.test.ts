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

test('every link to a section of a document leads to one of its headings', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)/g)].flatMap(([link, path = '', anchor]) => {
      const target = path === '' ? document : join(dirname(document), path);
      const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading));
      return headings.includes(anchor ?? '') ? [] : [`${document}: ${link}`];
    }),
  );
  assert.deepEqual(broken, []);
});

test('every npm script named in a document exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const unknown = documents.flatMap((document) => {
    const named = [...read(document).matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name = '']) => name);
    return named.filter((name) => !Object.hasOwn(scripts, name)).map((name) => `${document}: ${name}`);
  });
  assert.deepEqual(unknown, []);
});

function read(document: string): string {
  return readFileSync(join(root, document), 'utf8');
}
