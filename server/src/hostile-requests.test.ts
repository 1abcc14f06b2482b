import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { sign } from '../test/checkout.ts';
import { faultOf, faultsOf, loggedErrors, percent } from '../test/hostile-trials.ts';
import { hostileJson, hostileValues, hostileWords, variations } from '../test/hostile-values.ts';
import { createPhotoSet } from '../test/photo-set.ts';
import { startTestShop } from '../test/shop.ts';
import { newId } from './platform/ids.ts';

const shop = await startTestShop({ TRUST_PROXY: 'on' });
const { app } = shop;
const customer = await app.createUser();

describe('hostile input in forms', () => {
  const photo = Buffer.from('GIF89a no photo');
  const file = { filename: 'photo.jpg', type: 'image/jpeg', bytes: photo };
  const names = [...hostileWords, 'x"; filename="y', 'a\r\nX-Injected: 1', '%00.jpg', `${'../'.repeat(200)}a`];

  test('to uploads is refused or taken, and breaks nothing', async () => {
    const { bucketId } = await createPhotoSet(app.db, customer.id, [[1]]);
    const good = {
      bucketId,
      setKey: newId(),
      contentEntries: '[{"actions":[]}]',
    };
    const texts = [...hostileWords, ...hostileValues.map((value) => JSON.stringify(value) ?? ''), ...hostileJson];
    const forms = [
      ...names.map((filename) => [{ ...file, filename }]),
      ...names.slice(0, 20).map((name) => [{ ...file, name }]),
      ...Object.keys(good).flatMap((field) => texts.map((value) => [{ name: field, bytes: Buffer.from(value) }, file])),
      ...names.slice(0, 12).map((type) => [{ ...file, type }]),
    ];
    assert.deepEqual(await faultsOf(forms.map((form) => () => sendForm('/api/content/upload', 'files', form))), []);
    assert.deepEqual(await loggedErrors(app.db), []);
  });

  test('to the check of a film is refused, and breaks nothing', async () => {
    const films = [
      photo,
      Buffer.alloc(0),
      Buffer.from('\0\0\0\x18ftypmp42\xff\xff\xff\xff', 'latin1'),
      Buffer.alloc(4096, 0xff),
    ];
    const forms = films.flatMap((bytes) => names.slice(0, 12).map((filename) => [{ ...file, filename, bytes }]));
    assert.deepEqual(await faultsOf(forms.map((form) => () => sendForm('/api/provenance', 'film', form))), []);
    assert.deepEqual(await loggedErrors(app.db), []);
  });
});

test('hostile headers and addresses are refused or taken, and break nothing', async () => {
  const words = hostileWords.filter((word, at) => word !== '' && at % 6 === 0);
  const values = [...words.map((word) => encodeURI(word.toWellFormed()).slice(0, 8000)), ...oddHeaders];
  const addresses = [
    '/api/pricing',
    '/api/auth/me',
    '/api/auth/login',
    '/uploads/a.jpg',
    '/api/files/access',
    '/metrics',
    '/site.json',
  ];
  const sent = addresses.flatMap((url) =>
    headerNames.flatMap((name) => values.map((value) => ({ url, headers: { [name]: value } }))),
  );
  const paths = [
    '/uploads/',
    '/downloads/',
    '/api/files/access?file=',
    '/api/content/',
    '/api/shares/',
    '/assets/',
    '/dev/mail/',
    '/',
  ];
  const odd = [...words.map((word) => percent(word.slice(0, 300))), ...oddPaths];
  const asked = paths.flatMap((path) => odd.map((end) => ({ url: path + end, headers: {} })));
  const trials = [...sent, ...asked].map(({ url, headers }) => async () => {
    const method = url === '/api/auth/login' ? 'POST' : 'GET';
    const answer = await app.app.server.inject({ method, url, headers, ...(method === 'POST' && { payload: '{}' }) });
    const fault = faultOf(answer);
    return fault && `${url} ${JSON.stringify(headers).slice(0, 200)}: ${fault}`;
  });
  assert.deepEqual(await faultsOf(trials), []);
  assert.deepEqual(await loggedErrors(app.db), []);
});

const headerNames = [
  'authorization', 'content-type', 'accept', 'accept-encoding', 'accept-language', 'user-agent', 'if-none-match', 'range',
  'x-forwarded-for', 'x-forwarded-host', 'sec-fetch-site', 'origin', 'stripe-signature',
]; // prettier-ignore
const oddHeaders = ['Bearer ', `Bearer ${'a'.repeat(4000)}`, 'bytes=0-', 'bytes=-1,9-3', 'multipart/form-data', ',,,,', '\u00ff\u00fe', '1.2.3.4:5:6', `${'1.1.1.1,'.repeat(900)}x`]; // prettier-ignore
const oddPaths = [
  '%',
  '%zz',
  '%ff%fe',
  '%ed%a0%80',
  '%00',
  '%2e%2e%2f',
  '..%5c',
  '?a=%00&a=%ed%a0%80',
  '?p[]=1',
  `?${'a=1&'.repeat(1500)}`,
];

test('a signed event of any content is refused or taken, and breaks nothing', async () => {
  await shop.pageOf(await shop.newOrder());
  const [session] = await shop.checkout.sessions();
  const trials = [
    'checkout.session.completed',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.closed',
    '__proto__',
  ].flatMap((type) =>
    Array.from(variations(eventOf(session ?? {}, type), eventValues), ({ at, value }) => async () => {
      const payload = JSON.stringify(value) ?? '';
      const answer = await app.app.server.inject({
        method: 'POST',
        url: '/api/payment/webhook',
        headers: { 'content-type': 'application/json', 'stripe-signature': sign(payload) },
        payload,
      });
      const fault = faultOf(answer);
      return fault && `${type} with another ${at}: ${fault}`;
    }),
  );
  assert.deepEqual(await faultsOf(trials), []);
});

/** Only a few hostile values, because an event has many fields. */
const eventValues = [
  '__proto__',
  'a\u0000b',
  '\uD800',
  'x'.repeat(3000),
  '',
  -1,
  1e308,
  2_147_483_648,
  null,
  {},
  ['a'],
];

function eventOf(session: object, type: string): unknown {
  const money = { id: 'ch_§', object: 'charge', amount: 100, amount_refunded: 50, currency: 'usd', payment_intent: 'pi_x', status: 'won', reason: 'fraudulent', charge: 'ch_§', metadata: {} }; // prettier-ignore
  const isSession = type.startsWith('checkout') || type === '__proto__';
  const known = session as Record<string, unknown>;
  const fields = [
    'id',
    'object',
    'status',
    'payment_status',
    'amount_total',
    'currency',
    'payment_intent',
    'metadata',
    'url',
    'created',
    'expires_at',
  ];
  const object = isSession ? Object.fromEntries(fields.map((field) => [field, known[field]])) : money;
  return { id: `evt_${newId()}`, object: 'event', type, created: 1_795_000_000, data: { object } };
}

interface Part {
  name?: string;
  filename?: string;
  type?: string;
  bytes: Buffer;
}

/** Writes the form by hand: `FormData` would escape the hostile names. */
async function sendForm(url: string, fileField: string, form: readonly Part[]): Promise<string | undefined> {
  const parts = form.flatMap(({ name = fileField, filename, type, bytes }) => [
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    ),
    Buffer.from(type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  const answer = await app.app.server.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${customer.token}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([...parts, Buffer.from('--b--\r\n')]),
  });
  const fault = faultOf(answer);
  return (
    fault &&
    `${url} ${JSON.stringify(form.map(({ bytes, ...rest }) => ({ ...rest, bytes: bytes.toString().slice(0, 60) }))).slice(0, 300)}: ${fault}`
  );
}
