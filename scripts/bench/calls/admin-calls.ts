import { api } from '@keepsake/contract/api';
import type { Endpoint } from '@keepsake/contract/endpoint';

/** Ids of existing rows, to fill the paths with. */
export interface Samples {
  notificationId: string;
  adminId: string;
  bucketId: string;
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
    { as: 'searched', query: { search: 'number 77' } },
  ],
  'monitoring.listErrorGroups': () => [
    ...pages,
    { as: 'of a module', query: { module: 'mail', state: 'all' } },
    { as: 'searched', query: { search: 'number 77' } },
    { as: 'of a year', query: lastYear() },
  ],
  'users.listUsers': () => [...pages, { as: 'searched', query: { search: 'customer-77' } }],
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
  'ledger.getOrder': ({ bucketId }) => [{ params: { id: bucketId } }],
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
  ],
};

function lastYear(): { from: string; to: string } {
  const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return { from: dayOf(365), to: dayOf(0) };
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
    if (!inputs) throw new Error(`scripts/bench/calls/admin-calls.ts does not say how ${key} is asked`);
    return inputs(samples).map((input) => ({
      name: `GET ${endpoint.path}${input.as === undefined ? '' : `, ${input.as}`}`,
      path: pathOf(endpoint, input),
    }));
  });
}

export function adminEndpoints(): { key: string; endpoint: Endpoint }[] {
  return api
    .filter(({ endpoint }) => endpoint.access === 'admin' && endpoint.method === 'GET')
    .map(({ feature, name, endpoint }) => ({ key: `${feature}.${name}`, endpoint }));
}

function pathOf({ path }: Endpoint, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/:([a-z]+)/gi, (_, name: string) => params[name] ?? '');
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}
