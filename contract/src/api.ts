import * as z from 'zod/mini';
import * as accounts from './accounts/accounts.ts';
import * as audit from './admin/audit.ts';
import * as customerPage from './admin/customer-page.ts';
import * as content from './photos/content.ts';
import type { Endpoint } from './endpoint.ts';
import * as dataExports from './accounts/data-exports.ts';
import * as failedSets from './films/failed-sets.ts';
import * as invoice from './orders/invoice.ts';
import * as ledger from './orders/ledger.ts';
import * as monitoring from './admin/monitoring.ts';
import * as notifications from './admin/notifications.ts';
import * as orderPage from './admin/order-page.ts';
import * as photoChecks from './photos/photo-checks.ts';
import * as orders from './admin/orders.ts';
import * as payment from './orders/payment.ts';
import * as pricing from './orders/pricing.ts';
import * as prompts from './films/prompts.ts';
import * as refunds from './orders/refunds.ts';
import * as provenance from './films/provenance.ts';
import * as sessions from './accounts/sessions.ts';
import * as shares from './films/shares.ts';
import * as site from './site.ts';
import * as totp from './accounts/totp.ts';
import * as users from './accounts/users.ts';
import * as videos from './films/videos.ts';

const features = {
  accounts,
  sessions,
  totp,
  users,
  pricing,
  prompts,
  content,
  photoChecks,
  videos,
  failedSets,
  shares,
  provenance,
  invoice,
  dataExports,
  payment,
  ledger,
  refunds,
  orders,
  orderPage,
  customerPage,
  notifications,
  monitoring,
  audit,
  site,
};

export type Feature = keyof typeof features;

export interface NamedEndpoint {
  readonly name: string;
  readonly feature: Feature;
  readonly endpoint: Endpoint;
}

const featureNames = Object.keys(features) as Feature[];

/** Every call of the API, collected from the feature files by its shape, so that each is served, documented and tested. */
export const api: readonly NamedEndpoint[] = featureNames.flatMap((feature) =>
  Object.entries(features[feature])
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
    .map(([name, endpoint]) => ({ name, feature, endpoint })),
);

export interface NamedSchema {
  /** Its exported name. */
  readonly name: string;
  readonly feature: Feature;
  readonly schema: z.ZodMiniType;
}

/** The named schemas of the feature files, for the API's documentation. */
export const namedSchemas: readonly NamedSchema[] = featureNames.flatMap((feature) =>
  Object.entries(features[feature])
    .filter((entry): entry is [string, z.ZodMiniType] => isShape(entry[1]))
    .map(([name, schema]) => ({ name, feature, schema })),
);

function isShape(value: unknown): boolean {
  return value instanceof z.ZodMiniObject || value instanceof z.ZodMiniEnum;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
