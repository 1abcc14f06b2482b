import type { Deps } from '../deps.ts';
import { ensureAdmin } from '../features/accounts/ensure-admin.ts';
import { seedNotificationConfigs } from '../features/journal/notification-config.queries.ts';
import { seedPricing } from '../features/pricing/pricing.queries.ts';
import { seedPrompts } from '../features/prompts/seed-prompts.ts';
import { seedVideoConfig } from '../features/films/config/set-video-config.ts';

/** Inserts the initial prices, prompts and settings; existing rows stay. */
export async function seed(deps: Deps): Promise<void> {
  await seedPricing(deps.db);
  await seedPrompts(deps.db);
  await seedNotificationConfigs(deps.db);
  await seedVideoConfig(deps.db, deps.config);
  if (deps.config.ADMIN_EMAIL) await ensureAdmin(deps, deps.config.ADMIN_EMAIL);
}
