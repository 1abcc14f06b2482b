import type { Deps } from '../deps.ts';
import { ensureAdmin } from '../features/accounts/ensure-admin.ts';
import { seedNotificationConfigs } from '../features/journal/notification-config.queries.ts';
import { seedPricing } from '../features/pricing/pricing.queries.ts';
import { seedPrompts } from '../features/prompts/seed-prompts.ts';
import { seedVideoConfig } from '../features/films/config/set-video-config.ts';
import type { Db } from '../platform/database/db.ts';

/** Inserts the initial prices, prompts and settings; existing rows stay. */
export async function seed(deps: Deps): Promise<void> {
  await seedCatalog(deps.db);
  await seedVideoConfig(deps.db, deps.config);
  if (deps.config.ADMIN_EMAIL) await ensureAdmin(deps, deps.config.ADMIN_EMAIL);
}

/** The part of it that depends on no setting. */
export async function seedCatalog(db: Db): Promise<void> {
  await seedPricing(db);
  await seedPrompts(db);
  await seedNotificationConfigs(db);
}
