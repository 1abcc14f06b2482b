import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { appNow } from '../../platform/database/expressions.ts';
import { toJson } from '../../platform/database/json.ts';
import { newId } from '../../platform/ids.ts';
import { pictogramSeed } from './pictogram-seed.ts';
import { childPrompts } from './prompt-seed/child-prompts.ts';
import { groupPrompts } from './prompt-seed/group-prompts.ts';
import { personPrompts } from './prompt-seed/person-prompts.ts';
import { petPrompts } from './prompt-seed/pet-prompts.ts';
import { withPetPrompts } from './prompt-seed/with-pet-prompts.ts';
import type { SeedPrompt } from './prompt-seed/seed-prompt.ts';

/** Inserts the prompts if there are none yet. Later changes by administrators are kept. */
export async function seedPrompts(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('seed prompts'))`.execute(tx);
    if (await tx.selectFrom('prompts').select('id').limit(1).executeTakeFirst()) return;
    await tx
      .insertInto('pictograms')
      .values(pictogramSeed.map(({ key, name, icon }) => ({ id: newId(), key, name: toJson(name), icon })))
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    await tx
      .insertInto('prompts')
      .values(
        promptSeed.map(({ key, theme, effect, action, prompt, suggestions }, position) => ({
          id: newId(),
          seedKey: key,
          imageTheme: toJson(theme),
          action: toJson(action),
          prompt,
          suggestions,
          effect,
          position,
          createdAt: appNow,
          updatedAt: appNow,
        })),
      )
      .execute();
  });
}

/** The seeded prompts. Each wording describes one effect in chronological order. */
export const promptSeed: readonly SeedPrompt[] = [
  ...personPrompts,
  ...groupPrompts,
  ...withPetPrompts,
  ...petPrompts,
  ...childPrompts,
];
