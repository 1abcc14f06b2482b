import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { api as contract, type NamedEndpoint } from '@keepsake/contract/api';
import type { Endpoint } from '@keepsake/contract/endpoint';
import { faultOf, faultsOf, loggedErrors, percent, type Trial } from '../test/hostile-trials.ts';
import { hostileJson, hostileValues, hostileWords, variations } from '../test/hostile-values.ts';
import { finishFilms } from '../test/finished-films.ts';
import type { TestUser } from '../test/harness.ts';
import { consents, invoiceData, plainPrices, startTestShop } from '../test/shop.ts';
import { until } from '../test/until.ts';
import { bindJobs } from './bind-jobs.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../test/statements.ts';
import { newId } from './platform/ids.ts';
import { createLog } from './platform/log.ts';
import { startRunner } from './platform/queue/runner.ts';

/** The parts of a request, each of them good. */
interface Request {
  params?: Record<string, string | undefined>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Stands for digits that no other request has. */
const counter = '§';

const shop = await startTestShop();
const { app } = shop;

const password = 'seven green bicycles';
const requests: Record<string, Request> = {};
let customer: TestUser;

beforeAll(async () => {
  const unpaid = await shop.newOrder();
  const paid = await shop.newOrder();
  customer = unpaid.user;
  await runStatement(app.db, sql`update buckets set user_id = ${customer.id} where id = ${paid.bucketId}`);
  await shop.checkout.pay(await shop.pageOf({ ...paid, user: customer }));
  const filmIds = await finishFilms(app, paid.bucketId);
  const id = unpaid.bucketId;
  const [contentId = ''] = unpaid.photoIds;
  const first = async (from: string) => (await app.db.pool.query<Record<string, string>>(from)).rows[0] ?? {};
  const prompt = await first('select id, prompt from prompts order by position, id limit 1');
  // One that is chosen would be withdrawn from its set, which could not be ordered any more.
  const unchosen = await first(
    'select id from prompts where id not in (select prompt_id from photo_prompts) order by position, id limit 1',
  );
  const lastTheme = await allRows<{ id: string }>(
    app.db,
    sql`select id from prompts where image_theme = (select image_theme from prompts order by position desc limit 1) order by position`,
  );
  const ofTheme = lastTheme.map((one) => one.id);
  const pictogram = await first('select id, key from pictograms limit 1');
  const notification = await first('select id from notification_configs limit 1');
  const { filename = '' } = await first(`select filename from photos where id = '${contentId}'`);
  const { payment_intent: payment } = await first(
    'select payment_intent from checkouts where payment_intent is not null',
  );
  const page = { page: '1', limit: '5' };
  const days = { from: '2026-11-01', to: '2026-11-27' };
  const totpCode = '123456';
  const token = 'a'.repeat(43);
  const registrationKey = 'b'.repeat(43);
  const email = 'ilse@example.com';
  const revision = 1;
  const names = { en: 'Portrait §', hu: 'Arckép' };
  const promptBody = {
    imageTheme: names,
    action: names,
    prompt: 'She smiles.',
    suggestions: [pictogram['key']],
    enabled: true,
  };
  const config = { model: 'default', duration: 5, loop: false, aspect_ratio: 'default', resolution: 'default' };
  const video = {
    serviceProvider: 'embedded',
    serviceProviderUrl: 'https://api.lumalabs.ai/dream-machine/v1',
    ...config,
  };
  const discounts = { volumeDiscounts: { '3': 5 }, variantDiscounts: { '2': 5 }, packageDiscounts: { '9': 5 } };
  const invoice = {
    ...invoiceData,
    partnerTaxNumber: '12345678-1-41',
    partnerCountry: 'HU',
    currency: 'USD',
    language: 'hu',
    paymentMethod: 'bankcard',
    fulfillmentDate: '2026-11-27',
    dueDate: '2026-11-27',
  };
  const nobody = newId();
  const key = '0199aa00-0000-7000-8000-§';
  Object.assign(requests, {
    register: { body: { name: 'Ilse', email, password, defaultLanguage: 'en', newsletterConsent: true, registrationKey } },
    login: { body: { email, password, totpCode, registrationKey } },
    resendVerification: { body: { email } },
    verifyEmail: { query: { token, userId: customer.id, registrationKey } },
    verifyEmailWithPassword: { body: { token, userId: customer.id, newPassword: password } },
    forgotPassword: { body: { email } },
    resetPassword: { body: { token, userId: customer.id, newPassword: password } },
    updateProfile: { body: { name: 'Ilse', defaultLanguage: 'hu', newsletterConsent: false } },
    updateLanguage: { body: { defaultLanguage: 'hu' } },
    deleteAccount: { body: { password } },
    endSession: { params: { id: nobody } },
    beginTotp: { body: { password } },
    confirmTotp: { body: { totpCode } },
    renewRecoveryCodes: { body: { password, totpCode } },
    disableTotp: { body: { password, totpCode } },
    resetTotp: { params: { id: customer.id } },
    listUsers: { query: { ...page, search: 'ilse', role: 'User', verified: 'true', disabled: 'false', sort: 'name', direction: 'asc' } },
    exportUsers: { query: { search: 'ilse', role: 'User', verified: 'true', disabled: 'false' } },
    setRole: { params: { id: customer.id }, body: { role: 'User' } },
    signOutUser: { params: { id: nobody } },
    calculatePrice: { body: { imageCount: 3, variantsPerImage: 2, bucketId: id } },
    setPricing: { body: { ...plainPrices, ...discounts, revision, confirm: ['currency', 'free_discount'] } },
    previewPricing: { body: { ...plainPrices, ...discounts } },
    listPriceLists: { query: page },
    createPictogram: { body: { key: 'smile_§', name: names, icon: 'fa-smile' } },
    updatePictogram: { params: { key: pictogram['key'] }, body: { name: names, icon: 'fa-smile', revision, key: pictogram['key'] } },
    deletePictogram: { params: { id: nobody }, query: { revision: '1' } },
    createPrompt: { body: { ...promptBody, id: nobody } },
    updatePrompt: { params: { id: unchosen['id'] }, body: { ...promptBody, revision, id: unchosen['id'] } },
    orderPrompts: { body: { ids: ofTheme, seen: ofTheme } },
    deletePrompt: { params: { id: nobody }, query: { revision: '1' } },
    copyContent: { params: { id: contentId }, body: { bucketId: id, setKey: nobody } },
    updateBatch: { body: { contents: [{ id: contentId, actions: [{ promptId: prompt['id'], variety: 2 }] }] } },
    myBuckets: { query: { ...page, bucket: id, archived: 'false' } },
    batchStatus: { body: { contentIds: unpaid.photoIds } },
    getContent: { params: { id: contentId } },
    bucketContents: { params: { id } },
    deleteContentFile: { params: { filename } },
    cancelUpload: { params: { uploadId: nobody } },
    getBucket: { params: { id } },
    zipBucket: { params: { id: paid.bucketId } },
    deleteBucket: { params: { id: nobody } },
    renameBucket: { params: { id: paid.bucketId }, body: { name: 'Garden §' } },
    archiveBucket: { params: { id: paid.bucketId } },
    unarchiveBucket: { params: { id: paid.bucketId } },
    bucketTimeline: { params: { id: paid.bucketId }, query: page },
    photoChecks: { params: { id } },
    setVideoConfig: { body: { ...video, revision } },
    testVideoConfig: { body: video },
    owedFilms: { query: page },
    listFailedPhotos: { query: page },
    listFailedSets: { query: page },
    retryFilm: { params: { id: nobody } },
    retryGeneration: { params: { id: paid.photoIds[0] } },
    listGenerations: { query: page },
    listFilmReports: { query: page },
    deleteGeneration: { params: { id: 'abc' } },
    generationCallback: { params: { token } },
    createShare: { params: { id: paid.bucketId }, body: { filmIds: filmIds.slice(0, 2), days: 7, password: '' } },
    listShares: { params: { id: paid.bucketId } },
    revokeShare: { params: { id: nobody } },
    openShare: { body: { token, password } },
    knownFilm: { params: { fingerprint: 'a'.repeat(64) } },
    bucketInvoice: { params: { id: paid.bucketId } },
    saveInvoice: { body: { ...invoice, bucketId: id } },
    listFailedInvoices: { query: page },
    retryInvoice: { params: { id: nobody } },
    createCheckoutSession: { body: { bucketId: id, invoiceData: invoice, consents, requirePhotoChecks: false } },
    listLedger: { query: { ...page, ...days, order: paid.bucketId, kind: 'charge' } },
    listOrders: { query: { ...page, ...days, search: 'ilse', status: 'paid', attention: 'false', day: 'begun', sort: 'amount', direction: 'asc' } },
    exportOrders: { query: { ...days, search: 'ilse', status: 'paid', attention: 'false', day: 'begun' } },
    getOrder: { params: { id: paid.bucketId } },
    recordRefund: {
      params: { id: paid.bucketId },
      body: { key, payment, amount: 0.01, note: 'By bank.', reference: 're_§', settles: [] },
    },
    getRefunds: { params: { id: paid.bucketId } },
    makeRefund: {
      params: { id: paid.bucketId },
      body: { key, payment, scope: 'amount', amount: 0.01, currency: 'USD', films: [], filmsGo: false, note: 'Sorry.', seenLeft: 1 },
    },
    grantFilms: {
      params: { id: paid.bucketId },
      body: { key, contentId: paid.photoIds[0], promptId: prompt['id'], count: 1, note: 'Sorry.', settles: [] },
    },
    archiveAnyBucket: { params: { id: paid.bucketId } },
    unarchiveAnyBucket: { params: { id: paid.bucketId } },
    ledgerBalance: { query: days },
    getOrderPage: { params: { id: paid.bucketId } },
    orderHistory: { params: { id: paid.bucketId }, query: page },
    retryOrder: { params: { id: paid.bucketId } },
    correctInvoice: { params: { id: paid.bucketId }, body: { fields: invoice, revision } },
    extendOrder: { params: { id: paid.bucketId }, body: { seenDeletionDate: '2026-12-20T08:00:00.000Z' } },
    deleteOrder: { params: { id: nobody }, body: { email } },
    sendMailAgain: { params: { id: nobody } },
    getCustomer: { params: { id: customer.id } },
    sendAccountMail: { params: { id: nobody }, body: { about: 'password' } },
    disableUser: { params: { id: nobody } },
    enableUser: { params: { id: nobody } },
    exportCustomer: { params: { id: customer.id } },
    deleteCustomer: { params: { id: nobody }, body: { email } },
    updateNotificationConfig: { params: { id: notification['id'] }, body: { isEnabled: true, daysBeforeEvent: 3, revision } },
    previewNotification: { params: { id: notification['id'] }, query: { language: 'hu' } },
    sendTestNotification: { params: { id: notification['id'] }, body: { language: 'hu' } },
    listErrors: { query: { recent: 'true', ...page, ...days, module: 'http', search: 'x', group: nobody } },
    listErrorGroups: { query: { recent: 'true', ...page, ...days, module: 'http', search: 'x', state: 'all' } },
    resolveErrors: { params: { key: nobody }, body: { lastId: nobody } },
    workerStats: { query: page },
    listUndeliveredMails: { query: page },
    listAudit: { query: { ...page, ...days, actor: shop.admin.id, action: 'pricing.set', subject: 'x' } },
  } satisfies Record<string, object>); // prettier-ignore
});

/** How many hostile values that pass the schema are tried per field. */
const reach = [
  { accepted: 5, tags: [] },
  { accepted: 16, tags: ['full'] },
];
const parts = ['params', 'query', 'body'] as const;
/** Calls that hash a password, which is slow: two such values per field. */
const costly = new Set(['register', 'verifyEmailWithPassword', 'login', 'resetPassword', 'deleteAccount', 'beginTotp', 'renewRecoveryCodes', 'disableTotp', 'openShare', 'createShare', 'createCheckoutSession']); // prettier-ignore

/** Deletions come last: other calls need what they delete. */
const calls = contract
  .filter(({ endpoint }) => parts.some((part) => endpoint[part] !== undefined))
  .toSorted((a, b) => Number(a.endpoint.method === 'DELETE') - Number(b.endpoint.method === 'DELETE'));

/** Calls whose valid request does not succeed, because its object does not exist, with the answer. */
const unsuccessful: Record<string, number> = {
  login: 401,
  verifyEmail: 400,
  verifyEmailWithPassword: 400,
  resetPassword: 400,
  copyContent: 404,
  makeRefund: 409,
  deleteAccount: 403,
  endSession: 404,
  beginTotp: 403,
  confirmTotp: 403,
  renewRecoveryCodes: 409,
  disableTotp: 409,
  resetTotp: 409,
  signOutUser: 404,
  deletePictogram: 404,
  deletePrompt: 404,
  deleteBucket: 404,
  retryGeneration: 409,
  retryOrder: 409,
  extendOrder: 409,
  deleteOrder: 404,
  sendMailAgain: 404,
  sendAccountMail: 404,
  disableUser: 404,
  enableUser: 404,
  deleteCustomer: 404,
  retryFilm: 404,
  deleteGeneration: 404,
  generationCallback: 404,
  revokeShare: 404,
  openShare: 404,
  retryInvoice: 409,
  resolveErrors: 404,
};

describe('hostile input', () => {
  test('has a valid request to vary for every call of the contract', () => {
    for (const { name, endpoint } of calls) {
      for (const part of parts) {
        const schema = endpoint[part];
        if (!schema || !('shape' in schema)) continue;
        const given = Object.keys((requests[name]?.[part] as object | undefined) ?? {});
        const missing = Object.keys(schema.shape as object).filter((field) => !given.includes(field));
        assert.deepEqual(missing, [], `${name}: ${part}`);
      }
    }
  });

  for (const [call, { accepted, tags }] of calls.flatMap((call) =>
    reach.slice(0, costly.has(call.name) ? 1 : 2).map((far) => [call, far] as const),
  )) {
    test(`to ${call.name} is refused or accepted, and breaks nothing: ${accepted} values`, { tags }, async () => {
      const good = await send(call.endpoint, requests[call.name] ?? {}, 'nothing');
      assert.equal(good.statusCode, unsuccessful[call.name] ?? call.endpoint.status ?? 200, good.body);
      const trials = parts.flatMap((part) => (call.endpoint[part] ? trialsOf(call, part, accepted) : []));
      assert.deepEqual(await faultsOf(trials, costly.has(call.name) ? 2 : 8), []);
      assert.deepEqual(await loggedErrors(app.db), []);
    });
  }
});

test('causes no mail and no job to fail', async () => {
  const wanted = new Set(['choose-account-mail', 'send-mail', 'settle-session', 'issue-invoice']);
  const jobs = bindJobs(app.deps).filter(({ name }) => wanted.has(name));
  const runner = await startRunner({ pool: app.db.pool, jobs, concurrency: 8, log: createLog('silent', 'test') });
  const names = [...wanted];
  const left = sql`select 1 from graphile_worker.jobs where task_identifier = any(${names}) and attempts = 0 and run_at <= now()`;
  await until(async () => (await allRows(app.db, left)).length === 0);
  await runner.stop();
  const failed = sql`select distinct task_identifier, last_error from graphile_worker.jobs where last_error is not null`;
  assert.deepEqual(await allRows(app.db, failed), []);
});

let count = 0;

/** Leaves out `revision` and keys that may be used once only, but where they are the field under test: a second request would be refused for them. */
function withoutOneTimeFields(body: unknown, at: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const isTried = (name: string) => at === `body.${name}` || at === 'body.';
  const isOneTime = (name: string) =>
    name === 'revision' || (name === 'id' && 'suggestions' in body) || (name === 'key' && 'revision' in body);
  return Object.fromEntries(Object.entries(body).filter(([name]) => isTried(name) || !isOneTime(name)));
}

/** Every variation of one part of a request that passes its schema, and a few of those that do not. */
function trialsOf(call: NamedEndpoint, part: (typeof parts)[number], accepted: number): Trial[] {
  const good = requests[call.name] ?? {};
  const trials: Trial[] = [];
  const counts = new Map<string, number>();
  const most = { accepted: costly.has(call.name) ? 2 : accepted, refused: 2 };
  for (const { at, value } of variations(good[part], part === 'body' ? hostileValues : hostileWords)) {
    if (part === 'params' && !isParams(value)) continue;
    const outcome = part === 'body' || isQuery(value) ? outcomeOf(call.endpoint, part, value) : 'refused';
    const count = counts.get(`${at} ${outcome}`) ?? 0;
    counts.set(`${at} ${outcome}`, count + 1);
    if (count < most[outcome]) trials.push(() => tryOut(call, { ...good, [part]: value }, { at: `${part}.${at}` }));
  }
  if (part === 'body')
    trials.push(...hostileJson.map((start) => () => tryOut(call, good, { at: start.slice(0, 60), start })));
  return trials;
}

function outcomeOf(endpoint: Endpoint, part: (typeof parts)[number], value: unknown): 'accepted' | 'refused' {
  try {
    return endpoint[part]?.safeParse(value).success ? 'accepted' : 'refused';
  } catch {
    return 'accepted';
  }
}

const isQuery = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => one !== null);
const isParams = (value: unknown): boolean =>
  isQuery(value) && Object.values(value).every((one) => typeof one === 'string' && one !== '');

async function tryOut(
  { name, endpoint }: NamedEndpoint,
  request: Request,
  { at, start }: { at: string; start?: string },
): Promise<string | undefined> {
  const fault = faultOf(await send(endpoint, request, at, start), endpoint);
  return fault && `${name} with another ${at}: ${fault}`;
}

async function send(endpoint: Endpoint, request: Request, at: string, start?: string) {
  const user = endpoint.access === 'admin' ? shop.admin : customer;
  const path = endpoint.path.replace(/:([a-z]+)/gi, (_, key: string) => percent(request.params?.[key] ?? ''));
  const query = isQuery(request.query)
    ? Object.entries(request.query).flatMap(([key, value]) => [value].flat().map((one) => `${percent(key)}=${percent(String(one))}`))
    : [percent(String(request.query ?? ''))]; // prettier-ignore
  count += 1;
  const body = JSON.stringify(withoutOneTimeFields(request.body, at)) ?? '';
  const text = body.replaceAll(counter, String(count).padStart(12, '0'));
  const hasBody = endpoint.body !== undefined;
  return app.app.server.inject({
    method: endpoint.method,
    url: `${path}?${query.join('&')}`,
    headers: { authorization: `Bearer ${user.token}`, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { payload: start === undefined ? text : start + text.slice(1) }),
  });
}
