import assert from 'node:assert/strict';
import { beforeAll, test } from 'vitest';
import { afterFile } from '../../server/test/after-file.ts';
import { inWords, isFine } from './checks/common-check.ts';
import { runOnce, shortVariants, type Scenario } from './scenario.ts';
import { startWorld, type World, type WorldOptions } from './world/world.ts';

const seed = Number(process.env['FAULT_SEED'] ?? 1);

/** More than all waits of a scenario together, which say what they waited for. */
const timeoutMs = 900_000;

interface ShortFormOptions extends WorldOptions {
  tags?: string[];
}

/** Registers a test for each variant of each scenario's short form; all share one world, and all variants but the first carry the tag `full`. */
export function testShortForm(scenarios: Scenario[], options: ShortFormOptions = {}): void {
  const { tags = [], ...worldOptions } = options;
  let world: World;
  beforeAll(async () => {
    world = await startWorld(worldOptions);
    afterFile(() => world.stop());
  }, timeoutMs);
  for (const scenario of scenarios) {
    for (const [at, variant] of shortVariants(scenario).entries()) {
      const isVariation = at > 0 || scenario.isVariation === true;
      const name = `${scenario.id}: ${scenario.fault}`;
      test(name, { tags: isVariation ? ['full'] : tags, timeout: timeoutMs }, async (t) => {
        const reason = scenario.skip?.(world);
        if (reason !== undefined) t.skip(reason);
        const { figures } = await runOnce(world, { scenario, variant, seed: seed + at, isShort: true });
        await t.annotate(inWords(figures));
        assert.deepEqual(figures.problems, []);
        assert.ok(isFine(figures), inWords(figures));
      });
    }
  }
}
