import { createRandom } from '@keepsake/sandbox/faults';
import { underWay } from './checks/quiet.ts';
import { until } from '../../server/test/until.ts';
import { commonCheck, isFine, type Figures, type Terms } from './checks/common-check.ts';
import type { PlannedFault } from './world/stand-ins.ts';
import type { Order } from './clients/order.ts';
import type { World } from './world/world.ts';

/** What a run of a scenario is given. */
export interface Run<V> {
  world: World;
  /** The timing or kind of the fault in this run. */
  variant: V;
  /** Seeded random numbers from 0 to below 1. */
  random: () => number;
  /** A whole number from 0 to below the bound. */
  pick: (bound: number) => number;
  /** The short form: the fewest orders and the shortest outage that show the fault. */
  isShort: boolean;
}

export interface Scenario<V = unknown> {
  /** As in the table of faults: F01 … F31. */
  id: string;
  /** What goes wrong, and what must hold nevertheless. */
  fault: string;
  variants: readonly V[];
  /** Runs of each variant in the long form: at least 30 in total for a race, few otherwise. */
  runs: number;
  /** Variants of the short form: the first runs in `npm test`, the others in `npm run test:full`. By default the first of `variants`. */
  short?: readonly V[];
  /** Runs in `npm run test:full` only, because another test covers it in one process (docs/testing.md). */
  isVariation?: boolean;
  /** Its planned faults may come too late. Otherwise a fault that never strikes counts as a problem, because the run proves nothing. */
  mayMiss?: boolean;
  settings?: Record<string, string> | ((isShort: boolean) => Record<string, string>);
  /** The reason why it cannot run on this machine, if any. */
  skip?: (world: World) => string | undefined;
  /** Causes the fault and asserts what is specific to it. */
  run(run: Run<V>): Promise<Omit<Terms, 'orders' | 'since'> | void>;
}

export interface Outcome {
  id: string;
  variant: string;
  figures: Figures;
  tookMs: number;
}

/** Checks a scenario against the type of its variants, which lists of scenarios do not keep. */
export function scenario<const V>(description: Scenario<V>): Scenario {
  return description as unknown as Scenario;
}

/** The variants of the short form. */
export function shortVariants({ short, variants }: Scenario): readonly unknown[] {
  return short ?? variants.slice(0, 1);
}

/** Runs a scenario once, ends its faults, and runs the common check. */
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

/** Waits until all planned faults have struck or nothing is in progress. */
async function untilStruck(world: World): Promise<void> {
  const isSpent = async () =>
    [...(await world.checkout.faults()), ...(await world.video.faults())].every(({ times }) => times === 0);
  await until(async () => (await isSpent()) || (await underWay(world)).length === 0, 120_000);
}

async function endFaults(world: World): Promise<PlannedFault[]> {
  await world.mail.fault({});
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
