import { priceLine } from '@keepsake/contract/orders/pricing';
import { agreedKinds, standInKinds } from '@keepsake/contract/films/lacks';
import { partlyShown } from '@keepsake/contract/films/partly-shown';
import { refundScopes } from '@keepsake/contract/orders/refunds';
import { currency, language, time, translated } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';
import { notificationKeys } from './notification-config.queries.ts';

const nothing = z.object({});

/** Changes of an account's two-step sign-in. */
const twoStepChanges = ['on', 'off', 'codes'] as const;
export type TwoStepChange = (typeof twoStepChanges)[number];
const count = z.int().check(z.minimum(0));

/** One line of a paid order; money in minor units, discounts negative. */
const orderLine = z.object({
  kind: priceLine.shape.kind,
  quantity: count,
  unitPrice: z.optional(z.int()),
  percent: z.optional(z.number()),
  amount: z.int(),
});

/** A consent given before payment, as stored. */
const consent = z.object({
  kind: z.enum(['guidelines', 'final_sale']),
  textVersion: z.string(),
  language,
  givenAt: time,
});

/** A film that could not be made: the names that the customer knows, and the reason. */
const failedFilm = z.object({
  photo: z.string(),
  action: translated,
  number: count,
  why: z.enum(['rules', 'photo', 'late', 'ours']),
});
export type FailedFilm = z.output<typeof failedFilm>;

/** An effect of a photo that is shown as another one, as the customer agreed before paying; in the mail of the order what was agreed to. */
const agreedFilm = z.object({ photo: z.string(), action: translated, standIn: z.enum(agreedKinds) });
export type AgreedFilm = z.output<typeof agreedFilm>;

/** The same without the customer's agreement; owed until it is settled. */
const replacedFilm = z.extend(agreedFilm, { standIn: z.enum(standInKinds), isOwed: z.boolean() });
export type ReplacedFilm = z.output<typeof replacedFilm>;
/** Mails that were queued before the films were named have only their number, and say nothing of them; the gallery does. */
const replacedFilms = z.pipe(
  z.union([z.array(replacedFilm), count]),
  z.transform((films) => (typeof films === 'number' ? [] : films)),
);

/** A film that shows its effect, but not everybody in the photo does. */
const partlyShownFilm = z.extend(partlyShown, { photo: z.string(), action: translated });
export type PartlyShownFilm = z.output<typeof partlyShownFilm>;

/** A refunded film, by the names that the customer knows. `standIn`: what it shows, or would have shown, instead of its effect. */
const refundedFilm = z.object({
  photo: z.string(),
  action: translated,
  number: count,
  standIn: z.optional(z.enum(agreedKinds)),
  isAgreed: z.optional(z.boolean()),
});
export type RefundedFilm = z.output<typeof refundedFilm>;

/** The payload of every kind of mail. Names, addresses and links are looked up when it is sent. */
export const mailPayloads = {
  'verify-email': nothing,
  'reset-password': nothing,
  'set-password': nothing,
  'password-changed': nothing,
  'two-step-changed': z.object({ change: z.enum(twoStepChanges) }),
  'account-exists': nothing,
  'data-export-ready': nothing,
  'order-confirmed': z.object({
    amount: count,
    currency,
    lines: z.array(orderLine),
    agreed: z.optional(z.array(agreedFilm)),
    consents: z.array(consent),
  }),
  'payment-failed': nothing,
  'refund-made': z.object({
    refundId: z.uuid(),
    amount: count,
    currency,
    scope: z.enum(refundScopes),
    films: z.array(refundedFilm),
    filmsGo: z.boolean(),
  }),
  /** A refund has failed after it was made; the customer may have received the mail that announced it. */
  'refund-failed': z.object({ refundId: z.uuid(), amount: count, currency }),
  /** `replaced`: the finished films that show another effect than ordered, without the customer's agreement. */
  'films-ready': z.object({
    done: count,
    failed: count,
    replaced: z.optional(replacedFilms),
    agreed: z.optional(z.array(agreedFilm)),
    partly: z.optional(z.array(partlyShownFilm)),
    failures: z.optional(z.array(failedFilm)),
  }),
  /** `given`: the film was granted by an administrator; none was missing. */
  'late-films-ready': z.object({
    done: count,
    failed: count,
    replaced: z.optional(replacedFilms),
    agreed: z.optional(z.array(agreedFilm)),
    partly: z.optional(z.array(partlyShownFilm)),
    given: z.optional(z.boolean()),
  }),
  'deletion-reminder': z.object({ days: count }),
  'unpaid-reminder': z.object({ days: count }),
  'admin-alert': z.object({ text: z.string() }),
  'notification-test': z.object({ key: z.enum(notificationKeys), language }),
} as const;

export type MailKind = keyof typeof mailPayloads;
export type MailPayload<K extends MailKind> = z.output<(typeof mailPayloads)[K]>;

type WithPayload<K extends MailKind> =
  Record<never, never> extends MailPayload<K> ? { payload?: MailPayload<K> | undefined } : { payload: MailPayload<K> };

/** A mail to one user. `dedupeKey`: only the first mail with a key is ever queued. */
export type MailToQueue = {
  [K in MailKind]: {
    kind: K;
    userId: string;
    bucketId?: string | undefined;
    dedupeKey?: string | undefined;
  } & WithPayload<K>;
}[MailKind];

/** The dedupe key of the mail that announces a refund. */
export function refundMadeKey(refundId: string): string {
  return `refund-made:${refundId}`;
}

/** Kinds of mails that may be sent again: they refer to no point in time, and their links are created when they are sent. */
export const repeatableMails: ReadonlySet<string> = new Set<MailKind>([
  'order-confirmed',
  'payment-failed',
  'films-ready',
  'late-films-ready',
  'data-export-ready',
]);

/** Kinds of mails that anybody can request for the address of an account. They are sent after all others, so that many of them delay no order's mail. */
export const requestedMails: ReadonlySet<MailKind> = new Set([
  'verify-email',
  'reset-password',
  'set-password',
  'account-exists',
]);
