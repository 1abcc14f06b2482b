import type { Pictogram } from '@keepsake/contract/films/prompts';
import type { Translated } from '@keepsake/contract/primitives';
import { AppError } from '../../errors.ts';
import { violatedConstraint, type Queryable, type Tx } from '../../platform/database/db.ts';
import { any } from '../../platform/database/expressions.ts';
import { toJson } from '../../platform/database/json.ts';
import { newId } from '../../platform/ids.ts';

export interface PictogramFields {
  key: string;
  name: string | Translated;
  icon: string;
}

declare module '../../platform/database/json.ts' {
  interface JsonColumns {
    'pictograms.name': string | Translated;
  }
}

const columns = ['id', 'key', 'name', 'icon', 'revision'] as const;

export function allPictograms(db: Queryable): Promise<Pictogram[]> {
  return db.selectFrom('pictograms').select(columns).orderBy('key').execute();
}

/** The existing keys among these, locked against change and deletion until the transaction ends. */
export async function lockPictograms(tx: Tx, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx.selectFrom('pictograms').where('key', '=', any(keys)).select('key').forShare().execute();
  return new Set(rows.map(({ key }) => key));
}

/** Undefined if the key is taken. */
export function insertPictogram(db: Queryable, { key, name, icon }: PictogramFields): Promise<Pictogram | undefined> {
  return db
    .insertInto('pictograms')
    .values({ id: newId(), key, name: toJson(name), icon })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** A pictogram, locked until the transaction ends. */
export function lockPictogram(tx: Tx, by: { key: string } | { id: string }): Promise<Pictogram | undefined> {
  const pictograms = tx.selectFrom('pictograms').select(columns).forUpdate();
  const found = 'key' in by ? pictograms.where('key', '=', by.key) : pictograms.where('id', '=', by.id);
  return found.executeTakeFirst();
}

/** @throws if another pictogram has the key, see `isKeyTaken` */
export function updatePictogram(
  tx: Tx,
  id: string,
  { key, name, icon }: PictogramFields,
): Promise<Pictogram | undefined> {
  return tx
    .updateTable('pictograms')
    .where('id', '=', id)
    .set({ key, name: toJson(name), icon })
    .returning(columns)
    .executeTakeFirst();
}

export function isKeyTaken(error: unknown): boolean {
  return violatedConstraint(error) === 'pictograms_key_key';
}

export async function deletePictogram(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('pictograms').where('id', '=', id).execute();
}

/** `Single subject` → `single_subject`; letters lose their accents. */
export function keyOfName(name: string | Translated): string {
  const text = typeof name === 'string' ? name : name.en;
  const key = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  if (!key) throw new AppError('validation_failed', { fields: { name: 'Use at least one letter or digit.' } });
  return key;
}
