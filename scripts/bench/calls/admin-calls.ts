import { api } from '@keepsake/contract/api';
import { userSorts } from '@keepsake/contract/accounts/users';
import { orderSorts } from '@keepsake/contract/admin/orders';
import type { Endpoint } from '@keepsake/contract/endpoint';

/** Ids of existing rows, to fill the paths with. */
export interface Samples {
  notificationId: string;
  adminId: string;
  bucketId: string;
  /** The owner of the bucket. */
  customerId: string;
  /** Ids of the same paid bucket. */
  sessionId: string;
  paymentId: string;
  invoiceNumber: string;
}

/** One way to make a call. */
interface Input {
  /** How it differs from the call without parameters. */
  as?: string;
  params?: Record<string, string>;
  query?: Record<string, string | number>;
}

const plain: readonly Input[] = [{}];
/** The first page, and one with a high offset. */
const pages: readonly Input[] = [{}, { as: 'page 500', query: { page: 500 } }];
/** The same for lists that stay shorter: failed and owed films, and the video service's generations. */
const shortPages: readonly Input[] = [{}, { as: 'page 150', query: { page: 150 } }];

/** Errors are found by rare words, by frequent ones, and by none. */
const wordSearches = [
  { as: 'of a number', search: 'number 77' },
  { as: 'of one entry', search: 'number 123456' },
  { as: 'of a frequent word', search: 'went wrong' },
  { as: 'of a digit', search: '7' },
  { as: 'of no entry', search: 'nothing of the kind' },
] as const;

/**
 * How each admin call that reads is made in the benchmark, by feature and name in the contract. A call of the contract that is missing here fails
 * a test.
 */
export const adminInputs: Record<string, (samples: Samples) => readonly Input[]> = {
  'monitoring.dashboard': () => plain,
  'monitoring.overview': () => plain,
  'monitoring.sales': () => plain,
  'monitoring.bucketStats': () => plain,
  'monitoring.userActivity': () => plain,
  'monitoring.workerStats': () => pages,
  'monitoring.listErrors': () => [
    ...pages,
    { as: 'of a module', query: { module: 'mail' } },
    { as: 'of a year', query: lastYear() },
    ...wordSearches.map(({ as, search }) => ({ as, query: { search } })),
    { as: 'of a frequent word, page 500', query: { search: 'went wrong', page: 500 } },
  ],
  'monitoring.listErrorGroups': () => [
    ...pages,
    { as: 'of a module', query: { module: 'mail', state: 'all' } },
    { as: 'of a day', query: { recent: 'true', state: 'all' } },
    ...wordSearches.map(({ as, search }) => ({ as, query: { search, state: 'all' } })),
    { as: 'of a word of a year', query: { search: 'number 77', ...lastYear() } },
    { as: 'of a year', query: lastYear() },
  ],
  'users.listUsers': () => [
    ...pages,
    { as: 'searched', query: { search: 'customer-77' } },
    { as: 'of a frequent word', query: { search: 'bench.example' } },
    { as: 'of a frequent word, page 500', query: { search: 'bench.example', page: 500 } },
    { as: 'of nobody', query: { search: 'nobody at all' } },
    { as: 'disabled', query: { disabled: 'true' } },
    { as: 'administrators', query: { role: 'Admin' } },
    { as: 'not verified', query: { verified: 'false' } },
    ...userSorts.flatMap((sort) => [
      { as: `by ${sort}`, query: { sort, direction: 'asc' } },
      { as: `by ${sort} from the last, page 500`, query: { sort, page: 500 } },
    ]),
  ],
  'pricing.listPriceLists': () => pages,
  'prompts.listAdminPrompts': () => plain,
  'prompts.listIcons': () => plain,
  'invoice.listFailedInvoices': () => plain,
  'videos.failedVideos': () => plain,
  'videos.getVideoConfig': () => plain,
  'videos.latestVideoConfigTest': () => plain,
  'videos.listFailedPhotos': () => shortPages,
  'failedSets.listFailedSets': () => shortPages,
  'videos.listFilmReports': () => pages,
  'videos.latestGenerationDeletion': () => plain,
  'videos.listGenerations': () => shortPages,
  'videos.owedFilms': () => shortPages,
  'videos.videoMaking': () => plain,
  'notifications.listNotificationConfigs': () => plain,
  'notifications.previewNotification': ({ notificationId }) => [{ params: { id: notificationId } }],
  'orders.listOrders': ({ bucketId, sessionId, paymentId, invoiceNumber }) => [
    ...pages,
    ...orderSorts.flatMap((sort) => [
      { as: `by ${sort}`, query: { sort, direction: 'asc' } },
      { as: `by ${sort} from the last, page 500`, query: { sort, page: 500 } },
    ]),
    { as: 'paid', query: { status: 'paid' } },
    { as: 'deleted, by films waiting', query: { status: 'deleted', sort: 'waiting' } },
    { as: 'of a year', query: lastYear() },
    { as: 'that need attention', query: { attention: 'true' } },
    { as: 'with an open dispute', query: { attention: 'dispute_open' } },
    { as: 'whose films wait', query: { attention: 'films_waiting' } },
    { as: 'sold this month', query: { status: 'sold', from: lastYear(30).from } },
    { as: 'refunded', query: { status: 'refunded' } },
    { as: 'refunded, by customer', query: { status: 'refunded', sort: 'customer' } },
    { as: 'begun this month', query: { status: 'active', day: 'begun', from: lastYear(30).from } },
    { as: 'deleted this month', query: { day: 'deleted', from: lastYear(30).from } },
    { as: 'with failed films', query: { attention: 'films_failed_any' } },
    { as: 'that need attention, by customer', query: { attention: 'true', sort: 'customer', direction: 'asc' } },
    { as: 'of a name', query: { search: 'Customer 777' } },
    { as: 'of an address', query: { search: 'customer-777-' } },
    { as: 'of a frequent word', query: { search: 'customer' } },
    { as: 'of a frequent word, by films failed', query: { search: 'bench.example', sort: 'failed' } },
    { as: 'of nobody', query: { search: 'nobody at all' } },
    { as: 'of a bucket', query: { search: bucketId } },
    { as: 'of a session', query: { search: sessionId } },
    { as: 'of a payment', query: { search: paymentId } },
    { as: 'of an invoice', query: { search: invoiceNumber } },
  ],
  'ledger.getOrder': ({ bucketId }) => [{ params: { id: bucketId } }],
  'orderPage.getOrderPage': ({ bucketId }) => [{ params: { id: bucketId } }],
  'orderPage.listUndeliveredMails': () => plain,
  'orderPage.orderHistory': ({ bucketId }) => [{ params: { id: bucketId } }],
  'customerPage.getCustomer': ({ customerId }) => [{ params: { id: customerId } }],
  'refunds.getRefunds': ({ bucketId }) => [{ params: { id: bucketId } }],
  // With `days` it calls the payment provider, whose time is not ours.
  'ledger.ledgerBalance': () => plain,
  'ledger.listLedger': ({ bucketId }) => [
    ...pages,
    { as: 'of an order', query: { order: bucketId } },
    { as: 'of a kind', query: { kind: 'refund' } },
    { as: 'of a year', query: lastYear() },
  ],
  'audit.listAudit': ({ adminId }) => [
    ...pages,
    { as: 'of a person', query: { actor: adminId } },
    { as: 'of an action', query: { action: 'pricing.set' } },
    { as: 'of a subject', query: { subject: '777' } },
    { as: 'of a year', query: lastYear() },
  ],
};

function lastYear(days = 365): { from: string; to: string } {
  const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return { from: dayOf(days), to: dayOf(0) };
}

export interface AdminCall {
  /** Its name in the table of figures. */
  name: string;
  path: string;
}

/** Every variant of every admin call that reads. @throws Error if the table above lacks a call */
export function adminCalls(samples: Samples): AdminCall[] {
  return adminEndpoints().flatMap(({ key, endpoint }) => {
    const inputs = adminInputs[key];
    if (!inputs) throw new Error(`scripts/bench/calls/admin-calls.ts does not say how to call ${key}`);
    return inputs(samples).map((input) => ({
      name: `GET ${endpoint.path}${input.as === undefined ? '' : `, ${input.as}`}`,
      path: pathOf(endpoint, input),
    }));
  });
}

/** The samples of a database that `fillHistory` has filled. */
export async function findSamples(first: (statement: string) => Promise<string>): Promise<Samples> {
  const bucketId = await first("select id from buckets where status = 'paid' order by id desc limit 1");
  const checkout = (column: string) => first(`select ${column} as id from checkouts where bucket_id = '${bucketId}'`);
  return {
    notificationId: await first('select id from notification_configs order by key limit 1'),
    adminId: await first("select id from users where role = 'Admin' limit 1"),
    bucketId,
    customerId: await first(`select user_id as id from buckets where id = '${bucketId}'`),
    sessionId: await checkout('session_id'),
    paymentId: await checkout('payment_intent'),
    invoiceNumber: await first(`select number as id from invoices where bucket_id = '${bucketId}'`),
  };
}

/** Tables for spreadsheets are measured separately: their duration depends on their length. */
export function adminEndpoints(): { key: string; endpoint: Endpoint }[] {
  return api
    .filter(({ endpoint }) => endpoint.access === 'admin' && endpoint.method === 'GET' && endpoint.replyType !== 'csv')
    .map(({ feature, name, endpoint }) => ({ key: `${feature}.${name}`, endpoint }));
}

function pathOf({ path }: Endpoint, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/:([a-z]+)/gi, (_, name: string) => params[name] ?? '');
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}
