import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../src/platform/database/db.ts';
import { saveCheck } from '../src/features/photos/checks/photo-check.queries.ts';
import { runStatement } from './statements.ts';
import { newId } from '../src/platform/ids.ts';

const box = { left: 0.4, top: 0.4, right: 0.6, bottom: 0.6 };
const face = { box, canMove: true, canTurn: true, canLean: true, eyesOpen: [true, true] };
const findings = { faces: [face], sharpness: 12, brightness: 120 };

/**
 * An unpaid set in the database, without files. Its photos were looked at and can show every effect but a wave and a hug; what is shown instead of those is agreed to. Per photo the number of films of each of its effects:
 * `[[2], [1, 3]]` is a photo with two films of one effect and a photo with films of two effects.
 */
export async function createPhotoSet(
  db: Queryable,
  userId: string,
  photos: number[][],
): Promise<{ bucketId: string; photoIds: string[] }> {
  const bucketId = newId();
  await runStatement(
    db,
    sql`
    insert into buckets (id, user_id, created_at, updated_at, deletion_date)
    values (${bucketId}, ${userId}, app_now(), app_now(), app_now() + interval '30 days')`,
  );
  const photoIds: string[] = [];
  for (const [index, films] of photos.entries()) photoIds.push(await addPhoto(db, bucketId, index, films));
  return { bucketId, photoIds };
}

async function addPhoto(db: Queryable, bucketId: string, position: number, films: number[]): Promise<string> {
  const id = newId();
  await runStatement(
    db,
    sql`
    insert into photos (id, bucket_id, position, filename, original_name, width, height, bytes, sha256, source_sha256, created_at)
    values (${id}, ${bucketId}, ${position}, ${`${newId()}.jpg`}, ${`photo ${position + 1}.jpg`}, 800, 600, 1000,
      ${randomBytes(32)}, ${randomBytes(32)}, app_now())`,
  );
  await saveCheck(db, id, findings);
  for (const [index, variety] of films.entries()) {
    await runStatement(
      db,
      sql`
      insert into photo_prompts (photo_id, prompt_id, variety, position, agreed_to)
      select ${id}, id, ${variety}, ${index}, case effect when 'wave' then 'no_hand' when 'hug' then 'no_arms' end
      from prompts order by position, id offset ${index} limit 1`,
    );
  }
  return id;
}
