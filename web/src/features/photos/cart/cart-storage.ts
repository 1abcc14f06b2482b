import { limits } from '@keepsake/contract/limits';
import { foreseenCodes } from '@keepsake/contract/films/lacks';
import type { Action } from '@keepsake/contract/photos/content';
import * as z from 'zod/mini';
import { type KeyValue, readJson, writeJson } from '../../../shared/storage.ts';
import type { CartPhoto } from './cart-photo.ts';

/** The cart in session storage. The bucket on the server is authoritative. */
export interface StoredCart {
  bucketId: string | null;
  /** Idempotency key for creating the bucket, until its id is known. */
  bucketKey: string | null;
  photos: CartPhoto[];
  /** Ids of uploads to cancel, until the server has confirmed each. */
  cancelled: readonly string[];
  consents: Consents;
}

export interface Consents {
  guidelines: boolean;
  finalSale: boolean;
}

export const emptyCart: StoredCart = {
  bucketId: null,
  bucketKey: null,
  photos: [],
  cancelled: [],
  consents: { guidelines: false, finalSale: false },
};

const keys = {
  bucketId: 'existingBucketId',
  bucketKey: 'setKey',
  uploads: 'uploads',
  cancelled: 'cancelledUploads',
  consents: 'consents',
} as const;

const storedVersion = 3;

const storedPhoto = z.object({
  id: z.uuid(),
  photoId: z.nullable(z.uuid()),
  filename: z.nullable(z.string()),
  name: z.string(),
  imageTheme: z.nullable(z.string()),
  actions: z.pipe(
    z
      .array(
        z.object({
          /** Before version 3, null for a row in which no effect was chosen yet. */
          promptId: z.nullable(z.uuid()),
          variety: z.number().check(z.int(), z.minimum(limits.varietyMin), z.maximum(limits.varietyMax)),
          agreedTo: z.optional(z.enum(foreseenCodes)),
        }),
      )
      .check(z.maxLength(limits.actionsPerPhoto)),
    z.transform((rows): Action[] =>
      rows.flatMap(({ promptId, ...row }) => (promptId === null ? [] : [{ promptId, ...row }])),
    ),
  ),
  unsaved: z.boolean(),
  status: z.enum(['waiting', 'preparing', 'uploading', 'uploaded', 'failed']),
  failure: z.nullable(z.string()),
  preview: z.nullable(z.string()),
  size: z._default(z.nullable(z.object({ width: z.int(), height: z.int() })), null),
  createdAt: z.iso.datetime(),
});

/**
 * `bucketId` is stored here too, so that photos of one bucket are never restored into another. Version 2 had rows without an effect, and no
 * agreements to replacements.
 */
const storedUploads = z.object({
  version: z.literal([2, storedVersion]),
  bucketId: z.nullable(z.uuid()),
  photos: z.array(storedPhoto),
});
/** Version 1 had another name for `photoId`: so a tab that was open during an update keeps its photos. */
const firstUploads = z.object({
  version: z.literal(1),
  bucketId: z.nullable(z.uuid()),
  photos: z.array(
    z.pipe(
      z.pipe(
        z.looseObject({ contentId: z.unknown() }),
        z.transform(({ contentId, ...photo }) => ({ ...photo, photoId: contentId })),
      ),
      storedPhoto,
    ),
  ),
});
const storedIds = z.array(z.uuid());
const storedConsents = z.object({ guidelines: z.boolean(), finalSale: z.boolean() });

/** Loads the stored cart. Missing, outdated or invalid parts count as empty. */
export function loadCart(storage: KeyValue): StoredCart {
  const bucketId = storedId(storage, keys.bucketId);
  const uploads = readJson(storage, keys.uploads, z.union([storedUploads, firstUploads]));
  return {
    bucketId,
    bucketKey: storedId(storage, keys.bucketKey),
    photos: uploads?.bucketId === bucketId ? uploads.photos.map(afterReload) : [],
    cancelled: readJson(storage, keys.cancelled, storedIds) ?? [],
    consents: readJson(storage, keys.consents, storedConsents) ?? emptyCart.consents,
  };
}

/** Stores the cart; empty parts are removed from storage. */
export function saveCart(storage: KeyValue, { bucketId, bucketKey, photos, cancelled, consents }: StoredCart): void {
  storeId(storage, keys.bucketId, bucketId);
  storeId(storage, keys.bucketKey, bucketKey);
  if (photos.length === 0) storage.remove(keys.uploads);
  else writeJson(storage, keys.uploads, { version: storedVersion, bucketId, photos: photos.map(lasting) });
  if (cancelled.length === 0) storage.remove(keys.cancelled);
  else writeJson(storage, keys.cancelled, cancelled);
  if (consents.guidelines || consents.finalSale) writeJson(storage, keys.consents, consents);
  else storage.remove(keys.consents);
}

const consentedKey = 'consentedBucketId';

/** Remembers for the session that both consents were given, so that a customer who returns without paying is not asked again. */
export function rememberConsents(storage: KeyValue, bucketId: string): void {
  storage.set(consentedKey, bucketId);
}

export function consentsTo(storage: KeyValue, bucketId: string): Consents {
  const given = storage.get(consentedKey) === bucketId;
  return { guidelines: given, finalSale: given };
}

function storedId(storage: KeyValue, key: string): string | null {
  const parsed = z.uuid().safeParse(storage.get(key));
  return parsed.success ? parsed.data : null;
}

function storeId(storage: KeyValue, key: string, id: string | null): void {
  if (id === null) storage.remove(key);
  else storage.set(key, id);
}

/** An upload interrupted by a reload has to start again. */
function afterReload(photo: CartPhoto): CartPhoto {
  const interrupted = photo.status === 'preparing' || photo.status === 'uploading';
  return interrupted ? { ...photo, status: 'waiting' } : photo;
}

/** Object URLs end with the page. */
function lasting(photo: CartPhoto): CartPhoto {
  return photo.preview?.startsWith('blob:') ? { ...photo, preview: null } : photo;
}
