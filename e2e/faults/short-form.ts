import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { inWords, isFine } from './common-check.ts';
import { runOnce, shortVariants, type Scenario } from './scenario.ts';
import { startWorld } from './world.ts';

const seed = Number(process.env['FAULT_SEED'] ?? 1);

/** Every scenario once (or once for each variant of its short form) in one world, as tests. */
export async function testShortForm(scenarios: Scenario[]): Promise<void> {
  const world = await startWorld();
  after(() => world.stop());
  for (const scenario of scenarios) {
    const skip = scenario.skip?.(world) ?? false;
    for (const [at, variant] of shortVariants(scenario).entries()) {
      test(`${scenario.id}: ${scenario.fault}`, { skip }, async (t) => {
        const { figures } = await runOnce(world, { scenario, variant, seed: seed + at, isShort: true });
        t.diagnostic(inWords(figures));
        assert.deepEqual(figures.problems, []);
        assert.ok(isFine(figures), inWords(figures));
      });
    }
  }
}
