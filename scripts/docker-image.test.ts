import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';

const text = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
/** Of the last stage, which has no name: the empty one. */
const stages = new Map(
  text('deploy/Dockerfile')
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => [/^\S+ AS (\w+)/.exec(stage)?.[1] ?? '', stage]),
);

for (const [stage, workspace] of [
  ['pages', 'web'],
  ['', 'server'],
] as const) {
  test(`the image has every package of ours that ${workspace} uses where it needs them`, () => {
    const copied = [...(stages.get(stage) ?? '').matchAll(/^COPY (\w+) \1$/gm)].map((match) => match[1] ?? '');
    const needed = [workspace, ...uses(workspace)];
    assert.ok(needed.length > 1);
    for (const name of needed) assert.ok(copied.includes(name), `${name} is not copied`);
  });
}

function uses(workspace: string): string[] {
  const { dependencies } = JSON.parse(text(`${workspace}/package.json`)) as { dependencies: Record<string, string> };
  return Object.keys(dependencies).flatMap((name) => /^@keepsake\/(\w+)$/.exec(name)?.[1] ?? []);
}
