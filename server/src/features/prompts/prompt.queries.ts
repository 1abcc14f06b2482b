import type { AdminPrompt, Prompt } from '@keepsake/contract/prompts';
import type { Translated } from '@keepsake/contract/primitives';
import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';

export interface PromptRow {
  id: string;
  imageTheme: string | Translated;
  action: Translated;
  prompt: string;
  suggestions: string[];
  effect: string | null;
  revision: number;
}

const columns = sql`id, image_theme, action, prompt, suggestions, effect, revision`;

/** The prompts on offer, in the order in which they are shown. */
export function offeredPrompts(db: Queryable): Promise<PromptRow[]> {
  return db.query(sql`select ${columns} from prompts where withdrawn_at is null order by position, created_at, id`);
}

/** Prompts by id, withdrawn ones included: old orders still name them. */
export function promptsById(db: Queryable, ids: string[]): Promise<PromptRow[]> {
  return db.query(sql`select ${columns} from prompts where id = any(${ids}::uuid[])`);
}

/** The prompt on offer, held until the transaction ends. */
export function lockPrompt(tx: Tx, id: string): Promise<PromptRow | undefined> {
  return tx.first(sql`select ${columns} from prompts where id = ${id} and withdrawn_at is null for update`);
}

/** Whether another prompt on offer has this theme and this name, as they are written in English. */
export async function promptExists(
  db: Queryable,
  { imageTheme, action }: Pick<PromptFields, 'imageTheme' | 'action'>,
  except: string | null,
): Promise<boolean> {
  const theme = typeof imageTheme === 'string' ? imageTheme : imageTheme.en;
  const row = await db.first(sql`
    select 1 as found from prompts
    where withdrawn_at is null and id is distinct from ${except}::uuid and lower(action ->> 'en') = lower(${action.en})
      and lower(case jsonb_typeof(image_theme) when 'string' then image_theme #>> '{}' else image_theme ->> 'en' end) = lower(${theme})
    limit 1`);
  return row !== undefined;
}

/** Blocks other transactions that add or rename prompts until this one ends. */
export async function lockPromptNames(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('prompt names', 0))`);
}

/** As customers see it. */
export function toPrompt({ id, imageTheme, action, suggestions, revision }: PromptRow): Prompt {
  return { id, imageTheme, action, suggestions, revision };
}

export function toAdminPrompt(row: PromptRow): AdminPrompt {
  return { ...toPrompt(row), prompt: row.prompt };
}

export interface PromptFields {
  imageTheme: string | Translated;
  action: Translated;
  prompt: string;
  suggestions: string[];
}

export async function insertPrompt(db: Queryable, fields: PromptFields): Promise<PromptRow> {
  const [row] = await db.query<PromptRow>(sql`
    insert into prompts (id, image_theme, action, prompt, suggestions, position, created_at, updated_at)
    values (${newId()}, ${JSON.stringify(fields.imageTheme)}::jsonb, ${JSON.stringify(fields.action)}::jsonb, ${fields.prompt},
      ${fields.suggestions}, (select coalesce(max(position), 0) + 1 from prompts), app_now(), app_now())
    returning ${columns}`);
  if (!row) throw new Error('The prompt was not stored');
  return row;
}

/** The movement of the embedded renderer is derived anew from the wording: the old one belonged to the old words. */
export function updatePrompt(db: Queryable, id: string, fields: PromptFields): Promise<PromptRow | undefined> {
  return db.first(sql`
    update prompts set image_theme = ${JSON.stringify(fields.imageTheme)}::jsonb, action = ${JSON.stringify(fields.action)}::jsonb,
      prompt = ${fields.prompt}, suggestions = ${fields.suggestions}, effect = null, updated_at = app_now()
    where id = ${id} and withdrawn_at is null
    returning ${columns}`);
}

/** Prompts go on naming a pictogram whose key was changed. */
export async function renameSuggestion(tx: Tx, key: string, newKey: string): Promise<void> {
  await tx.run(
    sql`update prompts set suggestions = array_replace(suggestions, ${key}, ${newKey}) where ${key} = any(suggestions)`,
  );
}

export async function removeSuggestion(tx: Tx, key: string): Promise<void> {
  await tx.run(sql`update prompts set suggestions = array_remove(suggestions, ${key}) where ${key} = any(suggestions)`);
}

/** Whether an unpaid set has chosen it. */
export async function promptIsInUse(db: Queryable, id: string): Promise<boolean> {
  const row = await db.first(sql`
    select 1 as found from photo_prompts a join photos c on c.id = a.photo_id join buckets b on b.id = c.bucket_id
    where a.prompt_id = ${id} and b.status = 'pending' limit 1`);
  return row !== undefined;
}

/** Paid orders keep naming it, so it is withdrawn rather than deleted. */
export async function withdrawPrompt(db: Queryable, id: string): Promise<boolean> {
  return (await db.run(sql`update prompts set withdrawn_at = app_now() where id = ${id} and withdrawn_at is null`)) > 0;
}
