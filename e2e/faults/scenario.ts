import { createRandom } from '@keepsake/sandbox/faults';
import { underWay } from './checks/quiet.ts';
import { until } from './until.ts';
import { commonCheck, isFine, type Figures, type Terms } from './checks/common-check.ts';
import type { PlannedFault } from './world/stand-ins.ts';
import type { Order } from './clients/order.ts';
import type { World } from './world/world.ts';

/** What one run of a scenario works with. */
export interface Run<V> {
  world: World;
  /** The timing or the form of the fault in this run. */
  variant: V;
  /** The same numbers for the same seed. */
  random: () => number;
  /** A whole number from 0 to below the bound. */
  pick: (bound: number) => number;
  /** The short form: the fewest orders and the shortest outage that show the thing. */
  isShort: boolean;
}

export interface Scenario<V = unknown> {
  /** As in the table of faults: F01 … F30. */
  id: string;
  /** What goes wrong, and what must hold all the same. */
  fault: string;
  variants: readonly V[];
  /** Runs of each variant in the long form, so that every race comes to 30 or more; few for what has no race in it. */
  runs: number;
  /** Variants of the short form, the first in `npm test` and the others in `npm run test:full`; the first of all unless said. */
  short?: readonly V[];
  /** Another test holds the promise in one process, as docs/testing.md tells: `npm run test:full` runs it. */
  isVariation?: boolean;
  /** Its planned faults may come too late; otherwise one that never strikes is a problem, because it proves nothing. */
  mayMiss?: boolean;
  settings?: Record<string, string> | ((isShort: boolean) => Record<string, string>);
  /** Why it cannot run here, if so. */
  skip?: (world: World) => string | undefined;
  /** Does the deed and asserts what is special to it; throws where that does not hold. */
  run(run: Run<V>): Promise<Omit<Terms, 'orders' | 'since'> | void>;
}

export interface Outcome {
  id: string;
  variant: string;
  figures: Figures;
  tookMs: number;
}

/** Keeps the type of the variants while lists hold scenarios of many. */
export function scenario<const V>(description: Scenario<V>): Scenario {
  return description as unknown as Scenario;
}

/** What the short form runs of it. */
export function shortVariants({ short, variants }: Scenario): readonly unknown[] {
  return short ?? variants.slice(0, 1);
}

/** Runs a scenario once, ends its faults, and checks what must always hold. */
export async function runOnce(
  world: World,
  { scenario, variant, seed, isShort }: { scenario: Scenario; variant: unknown; seed: number; isShort: boolean },
): Promise<Outcome> {
  const { settings = {}, mayMiss = false } = scenario;
  await world.configure(typeof settings === 'function' ? settings(isShort) : settings);
  const startedAt = Date.now();
  const before = world.book.length;
  const random = createRandom(seed);
  const run = { world, variant, random, pick: (bound: number) => Math.floor(random() * bound), isShort };
  let terms: Omit<Terms, 'orders' | 'since'> = {};
  const problems: string[] = [];
  try {
    terms = (await scenario.run(run)) ?? {};
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  if (problems.length === 0) await untilStruck(world);
  const faults = await endFaults(world);
  if (!mayMiss) problems.push(...idle(faults));
  const orders: Order[] = world.book.slice(before);
  const checked = await commonCheck(world, { ...terms, orders, since: startedAt });
  const figures = { ...checked, problems: [...problems, ...checked.problems] };
  return { id: scenario.id, variant: nameOf(variant), figures, tookMs: Date.now() - startedAt };
}

export function isGood({ figures }: Outcome): boolean {
  return isFine(figures);
}

/** Faults may strike until none is left or nothing is under way; those without an end are ended by their scenario. */
async function untilStruck(world: World): Promise<void> {
  const isSpent = async () =>
    [...(await world.checkout.faults()), ...(await world.video.faults())].every(({ times }) => times === 0);
  await until(async () => (await isSpent()) || (await underWay(world)).length === 0, 120_000);
}

async function endFaults(world: World): Promise<PlannedFault[]> {
  await world.mail.trouble({});
  await world.checkout.control('POST', 'webhooks/release', {});
  await world.video.control('POST', 'list-lag', { ms: 0 });
  await world.video.control('POST', 'list-page', { most: 100 });
  return [...(await world.checkout.endFaults()), ...(await world.video.endFaults())];
}

/** A fault that never struck proves nothing. */
function idle(faults: PlannedFault[]): string[] {
  return faults
    .filter(({ hits, chance = 1 }) => hits === 0 && chance === 1)
    .map(({ route, action }) => `the fault ${action} at ${route} never struck`);
}

function nameOf(variant: unknown): string {
  if (typeof variant === 'string') return variant;
  if (typeof variant === 'number') return String(variant);
  const named = (variant ?? {}) as { name?: string };
  return named.name ?? '';
}
