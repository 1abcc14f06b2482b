import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { startTestApp } from '../server/test/harness.ts';

const text = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const rules = text('deploy/alerts.yml');
/** Functions and labels of Prometheus itself. */
const ofPrometheus = new Set(['up']);

test('every alert queries metrics that the product exports', async (t) => {
  const app = await startTestApp(t);
  const told = await (await fetch(`${app.url}/metrics`)).text();
  const families = new Set([...told.matchAll(/^# TYPE (\S+) /gm)].map((match) => match[1]));
  const asked = [...rules.matchAll(/\b(?:keepsake|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) =>
    name.replace(/_(?:count|bucket|sum)$/, ''),
  );
  assert.ok(asked.length > 15);
  for (const name of asked) assert.ok(families.has(name) || ofPrometheus.has(name), `no process exports ${name}`);
});

test('the runbook has a section for every alert, and no other', () => {
  const names = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map((match) => match[1]).toSorted();
  assert.deepEqual(names(text('docs/operating.md'), /^\| `([A-Z][a-z]\w+)` +\|/gm), names(rules, /alert: (\w+)/g));
});
