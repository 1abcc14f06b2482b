import type { Pictogram } from '@keepsake/contract/prompts';
import type { Translated } from '@keepsake/contract/primitives';
import { AppError } from '../../errors.ts';
import { sql, violatedConstraint, type Queryable, type Tx } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';

export interface PictogramFields {
  key: string;
  name: string | Translated;
  icon: string;
}

const columns = sql`id, key, name, icon, revision`;

export function allPictograms(db: Queryable): Promise<Pictogram[]> {
  return db.query(sql`select ${columns} from pictograms order by key`);
}

/** Those of the keys that exist; none of them is changed or deleted until the transaction ends. */
export async function holdPictograms(tx: Tx, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx.query<{ key: string }>(sql`select key from pictograms where key = any(${keys}) for share`);
  return new Set(rows.map(({ key }) => key));
}

/** Undefined where the key is taken. */
export async function insertPictogram(db: Queryable, fields: PictogramFields): Promise<Pictogram | undefined> {
  return db.first(sql`
    insert into pictograms (id, key, name, icon) values (${newId()}, ${fields.key}, ${JSON.stringify(fields.name)}::jsonb, ${fields.icon})
    on conflict (key) do nothing
    returning ${columns}`);
}

/** The pictogram, held until the transaction ends. */
export function lockPictogram(tx: Tx, by: { key: string } | { id: string }): Promise<Pictogram | undefined> {
  const isIt = 'key' in by ? sql`key = ${by.key}` : sql`id = ${by.id}`;
  return tx.first(sql`select ${columns} from pictograms where ${isIt} for update`);
}

/** @throws where the key is another pictogram's: see `isKeyTaken` */
export function updatePictogram(
  tx: Tx,
  id: string,
  { key, name, icon }: PictogramFields,
): Promise<Pictogram | undefined> {
  return tx.first(sql`
    update pictograms set key = ${key}, name = ${JSON.stringify(name)}::jsonb, icon = ${icon} where id = ${id}
    returning ${columns}`);
}

export function isKeyTaken(error: unknown): boolean {
  return violatedConstraint(error) === 'pictograms_key_key';
}

export async function deletePictogram(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from pictograms where id = ${id}`);
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
