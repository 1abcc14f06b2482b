import type { Currency, Language, Translated } from '@keepsake/contract/primitives';
import type { Queryable } from '../../../platform/database/db.ts';

export interface RefundCustomer {
  userId: string;
  email: string;
  language: Language;
}

/** The customer of a bucket's checkout, paid or not; undefined once the account is deleted. */
export function customerOfBucket(db: Queryable, bucketId: string): Promise<RefundCustomer | undefined> {
  return db
    .selectFrom('checkouts')
    .innerJoin('users', 'users.id', 'checkouts.userId')
    .where('checkouts.bucketId', '=', bucketId)
    .select(['users.id as userId', 'users.email', 'users.defaultLanguage as language'])
    .orderBy('checkouts.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface BoughtFilm {
  id: string;
  photoId: string;
  photo: string;
  promptId: string | null;
  action: Translated;
  number: number;
  state: 'queued' | 'creating' | 'done' | 'failed' | 'retry_pending';
  /** Both as stored; see `insteadOf`. */
  agreedTo: string | null;
  report: unknown;
}

/** The bought films of a bucket, photo by photo; granted films are left out. */
export function boughtFilms(db: Queryable, bucketId: string): Promise<BoughtFilm[]> {
  return db
    .selectFrom('films')
    .innerJoin('photos', 'photos.id', 'films.photoId')
    .where('films.bucketId', '=', bucketId)
    .where('films.creditId', 'is', null)
    .select([
      'films.id',
      'films.photoId',
      'photos.originalName as photo',
      'films.promptId',
      'films.action',
      'films.number',
      'films.state',
      'films.agreedTo',
      'films.report',
    ])
    .orderBy(({ fn }) => fn.coalesce('photos.chosenAt', 'photos.createdAt'))
    .orderBy('photos.position')
    .orderBy('films.photoId')
    .orderBy('films.createdAt')
    .orderBy('films.id')
    .execute();
}

/** The fulfilled order of a bucket, as frozen; undefined if nothing was paid for it. */
export function boughtOrder(db: Queryable, bucketId: string) {
  return db
    .selectFrom('checkouts')
    .where('bucketId', '=', bucketId)
    .where('fulfilledAt', 'is not', null)
    .select(['paymentIntent', 'price', 'amount', 'currency', 'photos', 'films'])
    .$narrowType<{ currency: Currency }>()
    .executeTakeFirst();
}
