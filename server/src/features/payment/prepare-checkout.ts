import { isDeepStrictEqual } from 'node:util';
import { formatMoney, maximumCharge, minimumCharge, toMajor } from '@keepsake/contract/orders/money';
import type { Language } from '@keepsake/contract/primitives';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { findUser } from '../accounts/user.queries.ts';
import { lockBuckets, type BucketRow } from '../photos/buckets/bucket.queries.ts';
import type { ProviderName } from '../../providers/video/video-provider.ts';
import { currentVideoConfig } from '../films/config/video-config.queries.ts';
import { compareAgreements, effectNotAgreed } from '../films/foresight/require-agreement.ts';
import { dropAgreements, offeredAmong, orderOfBucket } from '../photos/photo.queries.ts';
import { invoiceOfBucket } from '../invoice/invoice.queries.ts';
import { currentPriceList } from '../pricing/pricing.queries.ts';
import { priceOrder, type OrderPrice } from '../pricing/price-order.ts';
import { promptsById } from '../prompts/prompt.queries.ts';
import { checkoutLines } from './checkout-lines.ts';
import {
  insertCheckout,
  liveCheckout,
  type Checkout,
  type FrozenOrder,
  type FrozenPrice,
  type FrozenPrompts,
  type FrozenSessionRequest,
} from '../checkouts/checkout.queries.ts';
import { fulfilOrder } from './fulfil-order.ts';

/** The customer who pays, and the bucket. */
export interface Payer {
  userId: string;
  language: Language;
  bucketId: string;
  /** Whether a photo that is not checked yet is refused. */
  requirePhotoChecks: boolean;
}

/** The next step: `request` the page of this checkout from the provider, `replace` an outdated checkout, or nothing, because the order is free. */
export type Prepared = { next: 'request' | 'replace'; checkout: Checkout } | { next: 'done' };

/**
 * Freezes the order and its price in a checkout row, or finds a live row with the same order and price. A free order is fulfilled at once.
 * @throws AppError not_found, bucket_already_paid, bucket_empty, bucket_not_configured, prompt_not_available, effect_not_agreed, photos_not_checked,
 * invoice_not_found, amount_too_small, amount_too_large
 */
export async function prepareCheckout(tx: Tx, deps: Deps, payer: Payer): Promise<Prepared> {
  const bucket = await lockPayable(tx, payer.bucketId, payer.userId);
  const photosOfOrder = await loadOrder(tx, bucket.id);
  const live = await liveCheckout(tx, bucket.id);
  const prompts = await promptsOfOrder(tx, photosOfOrder);
  const { serviceProvider: provider } = await currentVideoConfig(tx);
  const offer = { photos: photosOfOrder, prompts, provider };
  const { missing, unneeded, order: needed } = await compareAgreements(tx, payer, offer);
  // An open page was offered before this was known: it is closed before the order is refused.
  if (missing.length > 0 && live) return { next: 'replace', checkout: live };
  if (missing.length > 0) throw effectNotAgreed(missing);
  await dropAgreements(tx, unneeded);
  const order = freezeOrder(needed);
  const invoice = await invoiceOfBucket(tx, bucket.id);
  if (!invoice) throw new AppError('invoice_not_found');
  const price = priceOrder(await currentPriceList(tx), sizeOf(order));
  refuseUnpayable(price);

  if (live)
    return {
      next: isUpToDate(live, bucket, { ...price, order, prompts, provider }) ? 'request' : 'replace',
      checkout: live,
    };

  const { photos, films, total: amount, currency, subtotal, discounts, lines } = price;
  const frozen: FrozenPrice = { subtotal, discounts, lines, order, prompts, provider };
  const request = amount === 0 ? null : await freezeRequest(tx, deps, { payer, price, invoiceId: invoice.id });
  const { id: bucketId, userId, revision } = bucket;
  const row = { id: newId(), bucketId, userId, revision, price: frozen, amount, currency, photos, films, request };
  const checkout = await insertCheckout(tx, row);
  if (amount > 0) return { next: 'request', checkout };
  await fulfilOrder(tx, deps, { bucket, checkout, sessionId: null, paymentIntent: null });
  return { next: 'done' };
}

/** Locks the user's own bucket, if it can be paid. @throws AppError not_found, bucket_already_paid */
export async function lockPayable(tx: Tx, bucketId: string, userId: string): Promise<BucketRow> {
  const [bucket] = await lockBuckets(tx, [bucketId]);
  if (bucket?.userId !== userId) throw new AppError('not_found');
  if (bucket.status !== 'pending') throw new AppError('bucket_already_paid');
  return bucket;
}

type OrderedPhotos = Awaited<ReturnType<typeof orderOfBucket>>;

/** @throws AppError bucket_empty, bucket_not_configured, prompt_not_available */
async function loadOrder(tx: Tx, bucketId: string): Promise<OrderedPhotos> {
  const photos = await orderOfBucket(tx, bucketId);
  if (photos.length === 0) throw new AppError('bucket_empty');
  if (photos.some((photo) => photo.actions.length === 0)) throw new AppError('bucket_not_configured');
  await requireOffered(tx, photos);
  return photos;
}

function freezeOrder(photos: OrderedPhotos): FrozenOrder {
  return photos.map(({ photoId, actions }) => ({
    photoId,
    actions: actions.map(({ promptId, variety, agreedTo }) => ({ promptId, variety, ...(agreedTo && { agreedTo }) })),
  }));
}

/** An effect may have been withdrawn since it was chosen. @throws AppError prompt_not_available */
async function requireOffered(tx: Tx, photos: OrderedPhotos): Promise<void> {
  const chosen = new Set(photos.flatMap(({ actions }) => actions.map(({ promptId }) => promptId)));
  if ((await offeredAmong(tx, [...chosen])).size < chosen.size) throw new AppError('prompt_not_available');
}

async function promptsOfOrder(tx: Tx, photos: OrderedPhotos): Promise<FrozenPrompts> {
  const ids = new Set(photos.flatMap(({ actions }) => actions.map(({ promptId }) => promptId)));
  const rows = await promptsById(tx, [...ids]);
  return rows.map(({ id, action, prompt, effect }) => ({ id, action, prompt, effect }));
}

function sizeOf(order: FrozenOrder): { photos: number; films: number } {
  const films = order.flatMap((photo) => photo.actions).reduce((sum, action) => sum + action.variety, 0);
  return { photos: order.length, films };
}

function refuseUnpayable({ total, currency }: OrderPrice): void {
  if (total > 0 && total < minimumCharge[currency]) {
    const least = formatMoney(toMajor(minimumCharge[currency], currency), currency);
    const text = `The total is below the smallest amount that can be paid by card (${least}).`;
    throw new AppError('amount_too_small', { text });
  }
  if (total > maximumCharge) throw new AppError('amount_too_large');
}

function isUpToDate(
  checkout: Checkout,
  bucket: BucketRow,
  price: OrderPrice & { order: FrozenOrder; prompts: FrozenPrompts; provider: ProviderName },
): boolean {
  const { prompts = price.prompts, provider = price.provider } = checkout.price;
  return (
    provider === price.provider &&
    !checkout.ending &&
    checkout.revision === bucket.revision &&
    checkout.amount === price.total &&
    checkout.currency === price.currency &&
    isDeepStrictEqual(checkout.price.lines, price.lines) &&
    isDeepStrictEqual(checkout.price.order, price.order) &&
    isDeepStrictEqual(new Set(prompts), new Set(price.prompts))
  );
}

async function freezeRequest(
  tx: Tx,
  deps: Deps,
  { payer, price, invoiceId }: { payer: Payer; price: OrderPrice; invoiceId: string },
): Promise<FrozenSessionRequest> {
  const { bucketId, language } = payer;
  const user = await findUser(tx, payer.userId);
  if (!user) throw new AppError('not_signed_in');
  return {
    invoiceId,
    email: user.email,
    language,
    lines: checkoutLines(price, language),
    // Concatenated, because `URL` would encode the braces, and the provider replaces only an unencoded placeholder.
    successUrl: `${successUrl(deps, bucketId)}&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${deps.publicUrl}/payment/cancel?bucket=${bucketId}`,
  };
}

/** The page that shows the customer the result. */
export function successUrl(deps: Deps, bucketId: string): string {
  return `${deps.publicUrl}/payment/success?bucket=${bucketId}`;
}
