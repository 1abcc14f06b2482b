import type adminAudit from '../../../public/locales/en/admin-audit.json';
import type adminCustomer from '../../../public/locales/en/admin-customer.json';
import type adminConfig from '../../../public/locales/en/admin-config.json';
import type adminErrors from '../../../public/locales/en/admin-errors.json';
import type adminGenerations from '../../../public/locales/en/admin-generations.json';
import type adminLedger from '../../../public/locales/en/admin-ledger.json';
import type adminOrders from '../../../public/locales/en/admin-orders.json';
import type adminOrder from '../../../public/locales/en/admin-order.json';
import type adminOverview from '../../../public/locales/en/admin-overview.json';
import type adminPricing from '../../../public/locales/en/admin-pricing.json';
import type adminPrompts from '../../../public/locales/en/admin-prompts.json';
import type adminRefunds from '../../../public/locales/en/admin-refunds.json';
import type adminUsers from '../../../public/locales/en/admin-users.json';
import type adminVideos from '../../../public/locales/en/admin-videos.json';
import type adminWorkers from '../../../public/locales/en/admin-workers.json';
import type admin from '../../../public/locales/en/admin.json';
import type auth from '../../../public/locales/en/auth.json';
import type common from '../../../public/locales/en/common.json';
import type dashboard from '../../../public/locales/en/dashboard.json';
import type errors from '../../../public/locales/en/errors.json';
import type films from '../../../public/locales/en/films.json';
import type invoice from '../../../public/locales/en/invoice.json';
import type landing from '../../../public/locales/en/landing.json';
import type legal from '../../../public/locales/en/legal.json';
import type payment from '../../../public/locales/en/payment.json';
import type preview from '../../../public/locales/en/preview.json';
import type profile from '../../../public/locales/en/profile.json';
import type provenance from '../../../public/locales/en/provenance.json';
import type shares from '../../../public/locales/en/shares.json';
import type totp from '../../../public/locales/en/totp.json';
import type wizard from '../../../public/locales/en/wizard.json';

/** The English texts; keys are typed by them. */
interface Texts {
  admin: typeof admin;
  'admin-overview': typeof adminOverview;
  'admin-orders': typeof adminOrders;
  'admin-audit': typeof adminAudit;
  'admin-ledger': typeof adminLedger;
  'admin-refunds': typeof adminRefunds;
  'admin-videos': typeof adminVideos;
  'admin-pricing': typeof adminPricing;
  'admin-generations': typeof adminGenerations;
  'admin-config': typeof adminConfig;
  'admin-prompts': typeof adminPrompts;
  'admin-errors': typeof adminErrors;
  'admin-users': typeof adminUsers;
  'admin-order': typeof adminOrder;
  'admin-customer': typeof adminCustomer;
  'admin-workers': typeof adminWorkers;
  auth: typeof auth;
  common: typeof common;
  dashboard: typeof dashboard;
  errors: typeof errors;
  invoice: typeof invoice;
  landing: typeof landing;
  legal: typeof legal;
  payment: typeof payment;
  films: typeof films;
  preview: typeof preview;
  profile: typeof profile;
  provenance: typeof provenance;
  shares: typeof shares;
  totp: typeof totp;
  wizard: typeof wizard;
}

/** An area has one file of texts per language: public/locales/{language}/{area}.json. */
export type TextArea = keyof Texts;

/** The areas that every page needs. */
export const textsOfEveryPage = ['common', 'errors'] as const satisfies readonly TextArea[];

/** `set.delete`, and `set.photos` for the forms `set.photos_one` and `set.photos_other`. */
type KeysOf<Tree, Prefix extends string = ''> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? `${Prefix}${Uncounted<Name, keyof Tree>}`
    : KeysOf<Tree[Name], `${Prefix}${Name}.`>;
}[keyof Tree & string];

type Uncounted<Name extends string, Siblings> = Name extends `${infer Stem}_${Intl.LDMLPluralRule}`
  ? `${Stem}_other` extends Siblings
    ? Stem
    : Name
  : Name;

export type AreaKey<Area extends TextArea> = KeysOf<Texts[Area]>;

/** A key with its area: `dashboard:set.delete`. */
export type FullKey = { [Area in TextArea]: `${Area}:${AreaKey<Area>}` }[TextArea];

export interface TextValues {
  /** Chooses the plural form. */
  count?: number;
  [name: string]: string | number | undefined;
}

/** Keys of one area, or full keys of others. */
export type Translate<Area extends TextArea> = (key: AreaKey<Area> | FullKey, values?: TextValues) => string;
