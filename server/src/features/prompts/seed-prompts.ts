import { sql, type Db } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { pictogramSeed } from './pictogram-seed.ts';
import { childPrompts } from './prompt-seed/child-prompts.ts';
import { groupPrompts } from './prompt-seed/group-prompts.ts';
import { personPrompts } from './prompt-seed/person-prompts.ts';
import { petPrompts } from './prompt-seed/pet-prompts.ts';
import { withPetPrompts } from './prompt-seed/with-pet-prompts.ts';
import type { SeedPrompt } from './prompt-seed/seed-prompt.ts';

/** Fills an installation without any prompt with the first stock. What administrators changed or withdrew afterwards stays as they left it. */
export async function seedPrompts(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('seed prompts'))`);
    if (await tx.first(sql`select 1 as found from prompts limit 1`)) return;
    for (const { key, name, icon } of pictogramSeed) {
      await tx.run(sql`
        insert into pictograms (id, key, name, icon) values (${newId()}, ${key}, ${JSON.stringify(name)}::jsonb, ${icon})
        on conflict (key) do nothing`);
    }
    for (const [position, { key, theme, effect, action, prompt, suggestions }] of promptSeed.entries()) {
      await tx.run(sql`
        insert into prompts (id, seed_key, image_theme, action, prompt, suggestions, effect, position, created_at, updated_at)
        values (${newId()}, ${key}, ${JSON.stringify(theme)}::jsonb, ${JSON.stringify(action)}::jsonb, ${prompt}, ${suggestions},
          ${effect}, ${position}, app_now(), app_now())`);
    }
  });
}

/** The first stock of prompts. Each wording names one movement, in the order in which it happens. */
export const promptSeed: readonly SeedPrompt[] = [
  ...personPrompts,
  ...groupPrompts,
  ...withPetPrompts,
  ...petPrompts,
  ...childPrompts,
];
