import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { filmTitle, standInOfCode } from '../films/film-title.queries.ts';

/** A file of a customer, with the parts of its name in the export. */
export interface CustomerFile {
  kind: 'photo' | 'film' | 'invoice';
  storageKey: string;
  /** When its bucket was created, or its invoice issued. */
  day: Date;
  /** `2-grandma.jpg` for the second photo of a bucket, from the customer's file name; for an invoice, its number. */
  name: string;
  /** For a film: `Smile-2`. */
  title: string | null;
  at: Date;
}

/** Photos, films and invoices of a customer, bucket by bucket. */
export function filesOfCustomer(db: Queryable, userId: string): Promise<CustomerFile[]> {
  const nameOfPhoto = sql<string>`photos.position + 1 || '-' || photos.original_name`.as('name');
  const photos = db
    .selectFrom('photos')
    .innerJoin('buckets', 'buckets.id', 'photos.bucketId')
    .where('buckets.userId', '=', userId)
    .select([
      sql<CustomerFile['kind']>`'photo'`.as('kind'),
      sql<string>`'photos/' || photos.filename`.as('storageKey'),
      'buckets.createdAt as day',
      nameOfPhoto,
      sql<string | null>`null`.as('title'),
      'photos.createdAt as at',
    ]);
  // A finished film has a file and a time.
  const films = db
    .selectFrom('films')
    .innerJoin('photos', 'photos.id', 'films.photoId')
    .innerJoin('buckets', 'buckets.id', 'films.bucketId')
    .where('buckets.userId', '=', userId)
    .where('films.state', '=', 'done')
    .select(({ ref }) => [
      sql<'film'>`'film'`.as('kind'),
      ref('films.filmKey').$notNull().as('storageKey'),
      'buckets.createdAt as day',
      nameOfPhoto,
      filmTitle.as('title'),
      ref('films.doneAt').$notNull().as('at'),
    ]);
  // An issued invoice has a PDF and a date.
  const invoices = db
    .selectFrom('invoices')
    .where('userId', '=', userId)
    .where('issueState', '=', 'issued')
    .select(({ ref }) => [
      sql<'invoice'>`'invoice'`.as('kind'),
      ref('pdfKey').$notNull().as('storageKey'),
      ref('issuedAt').$notNull().as('day'),
      sql<string>`coalesce(number, id::text)`.as('name'),
      sql<null>`null`.as('title'),
      ref('issuedAt').$notNull().as('at'),
    ]);
  return photos.unionAll(films).unionAll(invoices).orderBy('day').orderBy('name').orderBy('title').execute();
}

/** All data of a customer as one document. Secrets (hashes of passwords and links) are left out. */
export async function recordsOfCustomer(db: Queryable, userId: string): Promise<object | undefined> {
  const { rows } = await sql<{ records: object }>`
    select json_build_object(
      'account', json_build_object(
        'id', id, 'name', name, 'email', email, 'role', role, 'language', default_language, 'newsletter', newsletter_consent,
        'emailVerifiedAt', email_verified_at, 'createdAt', created_at, 'lastLoginAt', last_login_at,
        'disabledAt', disabled_at),
      'sessions', (
        select coalesce(json_agg(json_build_object('createdAt', created_at, 'lastUsedAt', last_used_at, 'device', device) order by created_at), '[]')
        from sessions where user_id = users.id),
      'daysOfActivity', (
        select coalesce(json_agg(day order by day), '[]') from user_activity where user_id = users.id),
      'sets', (
        select coalesce(json_agg(json_build_object(
          'id', b.id, 'name', b.name, 'status', b.status, 'createdAt', b.created_at, 'paidAt', b.paid_at, 'deletionDate', b.deletion_date,
          'photos', (
            select coalesce(json_agg(json_build_object(
              'id', c.id, 'name', c.original_name, 'width', c.width, 'height', c.height, 'bytes', c.bytes, 'createdAt', c.created_at,
              'seenInIt', (select findings from photo_checks where photo_id = c.id),
              'films', (
                select coalesce(json_agg(json_build_object(
                  'id', v.id, 'effect', v.action->>'en', 'number', v.number, 'state', v.state,
                  'agreedInstead', ${standInOfCode(sql`v.agreed_to`)},
                  'showsInstead', ${standInOfCode(sql`(v.report -> 'fallback' ->> 'code')`)},
                  'failure', v.failure_code, 'given', v.credit_id is not null, 'createdAt', v.created_at, 'doneAt', v.done_at,
                  'sha256', encode(v.film_sha256, 'hex')) order by v.created_at, v.id), '[]')
                from films v where v.photo_id = c.id)) order by c.position), '[]')
            from photos c where c.bucket_id = b.id)) order by b.created_at), '[]')
        from buckets b where b.user_id = users.id),
      'payments', (
        select coalesce(json_agg(json_build_object(
          'set', bucket_id, 'state', state, 'amountInMinorUnits', amount, 'currency', currency, 'photos', photos, 'versions', films,
          'price', price, 'createdAt', created_at, 'completedAt', completed_at) order by created_at), '[]')
        from checkouts where user_id = users.id),
      'refundsAndDisputes', (
        select coalesce(json_agg(json_build_object(
          'set', c.bucket_id, 'kind', l.kind, 'amountInMinorUnits', l.amount, 'currency', l.currency, 'reason', l.reason,
          'at', l.recorded_at) order by l.id), '[]')
        from payment_ledger l join checkouts c on c.payment_intent = l.payment_intent
        where c.user_id = users.id and l.kind <> 'charge'),
      'madeGood', (
        select coalesce(json_agg(json_build_object(
          'set', bucket_id, 'kind', kind, 'amountInMinorUnits', amount, 'currency', currency, 'films', films, 'effect', effect->>'en',
          'note', note, 'at', recorded_at) order by recorded_at), '[]')
        from credits where bucket_id in (
          select id from buckets where user_id = users.id union select bucket_id from checkouts where user_id = users.id)),
      'refundsRequested', (
        select coalesce(json_agg(json_build_object(
          'set', bucket_id, 'amountInMinorUnits', amount, 'currency', currency, 'state', state, 'note', note,
          'filmsRemoved', films_removed, 'at', requested_at) order by requested_at), '[]')
        from refunds where bucket_id in (
          select id from buckets where user_id = users.id union select bucket_id from checkouts where user_id = users.id)),
      'consents', (
        select coalesce(json_agg(json_build_object(
          'set', bucket_id, 'kind', kind, 'textVersion', text_version, 'language', language, 'givenAt', given_at) order by given_at), '[]')
        from consents where user_id = users.id),
      'invoices', (
        select coalesce(json_agg(json_build_object(
          'number', number, 'set', bucket_id, 'name', partner_name, 'taxNumber', partner_tax_number, 'address', partner_address,
          'city', partner_city, 'postCode', partner_post_code, 'country', partner_country, 'currency', currency,
          'amountInMinorUnits', amount, 'issuedAt', issued_at) order by created_at), '[]')
        from invoices where user_id = users.id),
      'links', (
        select coalesce(json_agg(json_build_object(
          'set', bucket_id, 'createdAt', shares.created_at, 'expiresAt', expires_at, 'hasPassword', password_hash is not null,
          'films', (select json_agg(film_id) from shared_films where share_id = shares.id)) order by shares.created_at), '[]')
        from shares join buckets on buckets.id = bucket_id where buckets.user_id = users.id),
      'mails', (
        select coalesce(json_agg(json_build_object('kind', kind, 'set', bucket_id, 'state', state, 'createdAt', created_at, 'sentAt', sent_at)
          order by created_at), '[]')
        from mails where user_id = users.id)
    ) as records
    from users where id = ${userId}`.execute(db);
  return rows[0]?.records;
}
