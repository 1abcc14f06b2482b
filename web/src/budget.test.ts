import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'vitest';
import { pageSizes, previewBudget, previewFiles, sentBytes, visitorFiles } from '../scripts/check-budget.ts';
import { chunksOfPage, closureOf, readManifest } from '../scripts/manifest.ts';
import { weightBytes } from './features/preview/messages.ts';
import { pageNeeds } from './page-needs.ts';

const dist = path.join(import.meta.dirname, '../dist');

for (const { page, kilobytes, budget } of pageSizes(dist)) {
  test(`the ${page} page loads at most ${budget} kB of scripts`, () => {
    assert.ok(kilobytes > 50, `${kilobytes.toFixed(1)} kB cannot be all of it`);
    assert.ok(kilobytes <= budget, `${kilobytes.toFixed(1)} kB`);
  });
}

test(`visitors load at most 85 kB of scripts until they choose a photo, and nothing of a preview`, () => {
  const preview = previewFiles(dist);
  for (const page of ['landing', 'terms']) {
    const files = visitorFiles(dist, page);
    const kilobytes = files.reduce((sum, file) => sum + sentBytes(dist, file, 'br'), 0) / 1000;
    assert.ok(kilobytes > 50 && kilobytes <= 85, `${page}: ${kilobytes.toFixed(1)} kB`);
    assert.deepEqual(
      files.filter((file) => preview.includes(file)),
      [],
    );
  }
});

for (const encoding of ['br', 'gz'] as const)
  test(`a preview loads at most ${previewBudget} kB of code, WebAssembly and models (${encoding})`, () => {
    const files = previewFiles(dist);
    const kinds = files.map((file) => path.extname(file)).toSorted();
    assert.equal(kinds.join(' '), '.bin .bin .bin .js .js .json .json .json .json .wasm');
    const kilobytes = files.reduce((sum, file) => sum + sentBytes(dist, file, encoding), 0) / 1000;
    assert.ok(kilobytes > 2000 && kilobytes <= previewBudget, `${kilobytes.toFixed(0)} kB`);
    const weights = files.filter((file) => file.endsWith('.bin')).map((file) => statSync(path.join(dist, file)).size);
    // The smallest is that of who stands out, which is loaded only where no face is found.
    const ofFaces = weights.reduce((sum, bytes) => sum + bytes, 0) - Math.min(...weights);
    assert.equal(ofFaces, weightBytes, 'which the progress bar counts');
  });

for (const file of ['landing.html', 'terms.html']) {
  test(`${file} brings one script of its own, of at most 5 kB, and its style sheets`, () => {
    const html = readFileSync(path.join(dist, file), 'utf8');
    const scripts = [...html.matchAll(/<script[^>]*src="\/([^"]+)"/g)].map(([, script]) => script ?? '');
    assert.equal(scripts.length, 1);
    assert.ok(gzipSync(readFileSync(path.join(dist, scripts[0] ?? ''))).length <= 5000);
    assert.doesNotMatch(html, /modulepreload| style="|<script(?![^>]*src=)/);
    const styles = [...html.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"/g)].map(([, sheet]) => sheet ?? '');
    const rules = styles.map((sheet) => readFileSync(path.join(dist, sheet), 'utf8')).join('');
    const page = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
    const classes = new Set([...page.matchAll(/class="([^"]+)"/g)].flatMap(([, names]) => (names ?? '').split(' ')));
    const unstyled = [...classes].filter((name) => name.startsWith('_') && !rules.includes(`.${name}`));
    assert.deepEqual(unstyled, [], 'every class has its rules');
  });
}

for (const name of ['landing', 'terms']) {
  test(`the app's ${name} page does not bring what takes a visitor's document over`, () => {
    const manifest = readManifest(dist);
    const ofVisitors = manifest[`src/visitors/${name}.tsx`]?.file;
    assert.ok(ofVisitors);
    const files = chunksOfPage(manifest, name, false)
      .flatMap((chunk) => closureOf(manifest, chunk))
      .map(({ file }) => file);
    assert.ok(!files.includes(ofVisitors), `${ofVisitors} would take over the app's own page`);
  });
}

for (const [name, needs] of Object.entries(pageNeeds)) {
  const file = name === 'not-found' ? 'index.html' : `${name}.html`;
  const html = readFileSync(path.join(dist, file), 'utf8');
  // What is prerendered brings the app for nobody but those who are signed in.
  if (html.includes('data-page=')) continue;
  test(`${file} asks at once for all the code of its page, in few files`, () => {
    const named = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, one]) => one ?? '');
    const manifest = readManifest(dist);
    const chunks = chunksOfPage(manifest, name, 'signedIn' in needs).flatMap((chunk) => closureOf(manifest, chunk));
    const code = new Set(chunks.flatMap(({ file: script, css = [] }) => [script, ...css]));
    assert.deepEqual(
      [...code].filter((one) => !named.includes(one)),
      [],
    );
    assert.equal(new Set(named).size, named.length, 'none twice');
    assert.ok(named.length <= 20, `${named.length} files: browsers ask for six at a time`);
  });
}

test('what a visitor’s page loads later does not start the app', () => {
  const manifest = readManifest(dist);
  const app = manifest['index.html']?.file;
  const files = closureOf(manifest, 'src/features/landing/try-it/tried-preview.tsx').map(({ file }) => file);
  assert.ok(app && files.length > 1 && !files.includes(app), `${app} would replace the page`);
});
