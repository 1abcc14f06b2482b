import type { Translated } from '@keepsake/contract/primitives';
import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';

export interface ShareRow {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  hasPassword: boolean;
  films: number;
}

/** A link as a guest comes with it. */
export interface OpenedShare {
  id: string;
  expiresAt: Date;
  passwordHash: string | null;
}

export interface SharedFilmRow {
  id: string;
  action: Translated;
  number: number;
  hasPoster: boolean;
  filmWidth: number | null;
  filmHeight: number | null;
}

/** The links of a set that still work, newest first. */
export function sharesOfBucket(db: Queryable, bucketId: string): Promise<ShareRow[]> {
  return db.query(sql`
    select id, created_at, expires_at, password_hash is not null as has_password,
      (select count(*)::int from shared_films where share_id = shares.id) as films
    from shares where bucket_id = ${bucketId} and expires_at > app_now()
    order by created_at desc, id desc`);
}

/** A link of a set that ends after `days`, or with the set's files where that is sooner. */
export async function insertShare(
  tx: Tx,
  share: { id: string; bucketId: string; tokenHash: Buffer; passwordHash: string | null; days: number },
): Promise<void> {
  await tx.run(sql`
    insert into shares (id, bucket_id, token_hash, password_hash, created_at, expires_at)
    select ${share.id}, id, ${share.tokenHash}, ${share.passwordHash}, app_now(),
      least(app_now() + ${share.days}::int * interval '1 day', deletion_date)
    from buckets where id = ${share.bucketId}`);
}

/** @returns how many of these are finished films of the set, each of which is now shown by the link */
export function insertSharedFilms(tx: Tx, shareId: string, bucketId: string, filmIds: string[]): Promise<number> {
  return tx.run(sql`
    insert into shared_films (share_id, film_id)
    select ${shareId}, id from films
    where id = any(${filmIds}::uuid[]) and bucket_id = ${bucketId} and state = 'done'`);
}

/** @returns whether there was such a link of this user */
export async function deleteShare(db: Queryable, userId: string, shareId: string): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from shares using buckets
    where shares.id = ${shareId} and buckets.id = bucket_id and buckets.user_id = ${userId}`);
  return deleted > 0;
}

/** The link with this token, while it works. */
export function shareOfToken(db: Queryable, tokenHash: Buffer): Promise<OpenedShare | undefined> {
  return db.first(sql`
    select id, expires_at, password_hash from shares
    where token_hash = ${tokenHash} and expires_at > app_now()`);
}

/** The films of a link, in the order of the photos. */
export function filmsOfShare(db: Queryable, shareId: string): Promise<SharedFilmRow[]> {
  return db.query(sql`
    select v.id, v.action, v.number, v.poster_key is not null as has_poster, v.film_width, v.film_height
    from shared_films join films v on v.id = film_id join photos c on c.id = v.photo_id
    where share_id = ${shareId} and v.state = 'done'
    order by c.position, v.created_at, v.id`);
}
