import type { Translated } from '@keepsake/contract/primitives';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { any, appNow } from '../../platform/database/expressions.ts';
import { toJson } from '../../platform/database/json.ts';
import { prepared, type Placeholders } from '../../platform/database/prepared.ts';
import { newId } from '../../platform/ids.ts';

export interface PromptRow {
  id: string;
  imageTheme: string | Translated;
  action: Translated;
  prompt: string;
  suggestions: string[];
  effect: string | null;
  /** Offered to customers. */
  enabled: boolean;
  revision: number;
}

declare module '../../platform/database/json.ts' {
  interface JsonColumns {
    'prompts.image_theme': string | Translated;
    'prompts.action': Translated;
  }
}

const columns = ['id', 'imageTheme', 'action', 'prompt', 'suggestions', 'effect', 'enabled', 'revision'] as const;

/** The prompts offered to customers, in display order. */
export function offeredPrompts(db: Queryable): Promise<PromptRow[]> {
  return inOrder(db).where('enabled', '=', true).execute();
}

/** The same, including prompts that are not offered. */
export function allPrompts(db: Queryable): Promise<PromptRow[]> {
  return inOrder(db).execute();
}

function inOrder(db: Queryable) {
  return db
    .selectFrom('prompts')
    .where('withdrawnAt', 'is', null)
    .select(columns)
    .orderBy('position')
    .orderBy('createdAt')
    .orderBy('id');
}

/** Prompts by id, including withdrawn ones, to which old orders refer. */
export function promptsById(db: Queryable, ids: string[]): Promise<PromptRow[]> {
  return promptsAmong(db, { ids });
}

const promptsAmong = prepared((db, { ids }: Placeholders<{ ids: string[] }>) =>
  db.selectFrom('prompts').where('id', '=', any(ids)).select(columns),
);

/** A prompt, locked until the transaction ends. */
export function lockPrompt(tx: Tx, id: string): Promise<PromptRow | undefined> {
  return tx
    .selectFrom('prompts')
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .select(columns)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether another prompt, offered or not, has the same theme and name in English. */
export async function promptExists(
  db: Queryable,
  { imageTheme, action }: Pick<PromptFields, 'imageTheme' | 'action'>,
  except: string | null,
): Promise<boolean> {
  const theme = typeof imageTheme === 'string' ? imageTheme : imageTheme.en;
  let others = db
    .selectFrom('prompts')
    .where('withdrawnAt', 'is', null)
    .where(sql<string>`lower(action ->> 'en')`, '=', sql<string>`lower(${action.en})`)
    .where(
      sql<string>`lower(case jsonb_typeof(image_theme) when 'string' then image_theme #>> '{}' else image_theme ->> 'en' end)`,
      '=',
      sql<string>`lower(${theme})`,
    );
  if (except !== null) others = others.where('id', '<>', except);
  return (await others.select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Blocks other transactions that add, rename or move prompts until this one ends. */
export async function lockPromptNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('prompt names', 0))`.execute(tx);
}

export interface PromptFields {
  imageTheme: string | Translated;
  action: Translated;
  prompt: string;
  suggestions: string[];
  /** If missing, unchanged; a new prompt is enabled. */
  enabled?: boolean | undefined;
}

export function insertPrompt(db: Queryable, fields: PromptFields): Promise<PromptRow> {
  return db
    .insertInto('prompts')
    .values(({ selectFrom }) => ({
      id: newId(),
      ...written(fields),
      position: selectFrom('prompts').select(({ eb, fn, lit }) =>
        eb(fn.coalesce(fn.max('position'), lit(0)), '+', lit(1)).as('next'),
      ),
      createdAt: appNow,
      updatedAt: appNow,
    }))
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/**
 * Changes a prompt that is locked.
 * @param effect the effect of the embedded renderer; null to derive it from the name
 */
export function updatePrompt(tx: Tx, id: string, fields: PromptFields & { effect: string | null }): Promise<PromptRow> {
  return tx
    .updateTable('prompts')
    .where('id', '=', id)
    .set({ ...written(fields), effect: fields.effect, updatedAt: appNow })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

const copied = [
  'imageTheme',
  'action',
  'prompt',
  'suggestions',
  'effect',
  'enabled',
  'position',
  'createdAt',
  'updatedAt',
] as const;

/** Gives unpaid buckets that chose a prompt a copy of it that is withdrawn, before it becomes another effect. */
export async function withdrawFromChoices(tx: Tx, id: string): Promise<void> {
  const copyId = newId();
  await tx
    .insertInto('prompts')
    .columns(['id', ...copied, 'withdrawnAt'])
    .expression(({ selectFrom }) =>
      selectFrom('prompts')
        .where('id', '=', id)
        .select([sql<string>`${copyId}::uuid`.as('id'), ...copied, appNow.as('withdrawnAt')]),
    )
    .execute();
  await tx
    .updateTable('photoPrompts')
    .from('photos')
    .innerJoin('buckets', 'buckets.id', 'photos.bucketId')
    .whereRef('photos.id', '=', 'photoPrompts.photoId')
    .where('photoPrompts.promptId', '=', id)
    .where('buckets.status', '=', 'pending')
    .set({ promptId: copyId })
    .execute();
}

function written({ imageTheme, action, prompt, suggestions, enabled }: PromptFields) {
  const texts = { imageTheme: toJson(imageTheme), action: toJson(action), prompt, suggestions };
  return enabled === undefined ? texts : { ...texts, enabled };
}

/** Renumbers the prompts in this order. */
export async function setPositions(tx: Tx, ids: string[]): Promise<void> {
  await tx
    .updateTable('prompts')
    .where('id', '=', any(ids))
    .set({ position: sql<number>`array_position(${ids}::uuid[], id) - 1` })
    .execute();
}

/** Updates the prompts that refer to a pictogram whose key was changed. */
export async function renameSuggestion(tx: Tx, key: string, newKey: string): Promise<void> {
  await tx
    .updateTable('prompts')
    .where(sql<boolean>`${key} = any(suggestions)`)
    .set({ suggestions: sql<string[]>`array_replace(suggestions, ${key}, ${newKey})` })
    .execute();
}

export async function removeSuggestion(tx: Tx, key: string): Promise<void> {
  await tx
    .updateTable('prompts')
    .where(sql<boolean>`${key} = any(suggestions)`)
    .set({ suggestions: sql<string[]>`array_remove(suggestions, ${key})` })
    .execute();
}

/** Whether it is chosen in an unpaid bucket. */
export async function promptIsInUse(db: Queryable, id: string): Promise<boolean> {
  const chosen = await db
    .selectFrom('photoPrompts')
    .innerJoin('photos', 'photos.id', 'photoPrompts.photoId')
    .innerJoin('buckets', 'buckets.id', 'photos.bucketId')
    .where('photoPrompts.promptId', '=', id)
    .where('buckets.status', '=', 'pending')
    .select('photos.id')
    .limit(1)
    .executeTakeFirst();
  return chosen !== undefined;
}

/** Paid orders refer to it, so it is withdrawn instead of deleted. */
export async function withdrawPrompt(db: Queryable, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('prompts')
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .set({ withdrawnAt: appNow })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
