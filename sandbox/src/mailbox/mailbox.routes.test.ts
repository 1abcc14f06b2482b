import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { fastify } from 'fastify';
import { mailboxRoutes } from './mailbox.routes.ts';

const folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
const outboxDir = join(folder, 'outbox');
const app = fastify();
await app.register(mailboxRoutes({ outboxDir, productName: 'Keepsake' }));
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (path: string) => app.inject({ method: 'GET', url: path });
const mailed = (id: string, lines: string[], secondsAgo: number) =>
  mkdir(outboxDir, { recursive: true })
    .then(() => writeFile(join(outboxDir, `${id}.eml`), lines.join('\r\n')))
    .then(() => utimes(join(outboxDir, `${id}.eml`), Date.now() / 1000 - secondsAgo, Date.now() / 1000 - secondsAgo));

const verifyMail = [
  'From: Keepsake <hello@keepsake.example>',
  'To: =?UTF-8?Q?M=C3=A1ria?= <maria@example.com>',
  'Subject: =?UTF-8?B?RXLFkXPDrXRzZSBtZWcgYXogZS1tYWlsLWPDrW3DqXQ=?=',
  'Date: Fri, 20 Nov 2026 09:30:00 +0100',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; boundary="outer"',
  '',
  '--outer',
  'Content-Type: multipart/alternative; boundary="inner"',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'K=C3=A9rj=C3=BCk, er=C5=91s=C3=ADtse meg: http://localhost:3000/verify-email?token=3Dabc&userId=3D7',
  '--inner',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<!doctype html><html><head><title>x</title></head><body><img src=3D"cid:logo@keepsake">',
  '<script>alert(1)</script><p>K=C3=A9rj=C3=BCk</p>',
  '<a style=3D"color:red" href=3D"http://localhost:3000/verify-email?token=3Dabc&amp;userId=3D7">Meger=C5=91s=C3=ADtem</a>',
  '<a href=3D"http://localhost:3000/verify-email?token=3Dabc&amp;userId=3D7">again</a>',
  '<a href=3D"javascript:alert(1)">no</a></body></html>',
  '--inner--',
  '--outer',
  'Content-Type: image/png',
  'Content-ID: <logo@keepsake>',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgo=',
  '--outer--',
  '',
];
const plainMail = (subject: string, to: string) => [
  'From: hello@keepsake.example',
  `To: ${to}`,
  `Subject: ${subject}`,
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Your films: http://localhost:3000/dashboard?tab=films. Greetings!',
];

test('an outbox that does not exist yet is an empty mailbox', async () => {
  assert.deepEqual((await get('/dev/mail.json')).json(), { messages: [] });
  assert.match((await get('/dev/mail')).body, /No messages yet/);
});

describe('with messages', () => {
  beforeAll(async () => {
    await mailed('2026-11-20T08.30.00_verify', verifyMail, 20);
    await mailed('older', plainMail('<b>Older</b>', 'otto@example.com'), 30);
    await mailed('newest', plainMail('Your films are ready', 'Maria <maria@example.com>'), 10);
    await writeFile(join(outboxDir, 'half-written.eml.tmp'), 'From: x');
  });

  test('the list is newest first, for people and for programs', async () => {
    const { messages } = (await get('/dev/mail.json')).json();
    assert.deepEqual(
      messages.map((message: { id: string }) => message.id),
      ['newest', '2026-11-20T08.30.00_verify', 'older'],
    );
    assert.deepEqual(messages[1], {
      id: '2026-11-20T08.30.00_verify',
      to: 'maria@example.com',
      subject: 'Erősítse meg az e-mail-címét',
      date: '2026-11-20T08:30:00.000Z',
    });
    const page = (await get('/dev/mail')).body;
    assert.ok(page.indexOf('Your films are ready') < page.indexOf('Erősítse meg'));
    assert.ok(page.includes('&lt;b&gt;Older&lt;/b&gt;'));
    assert.ok(page.includes('href="/dev/mail/2026-11-20T08.30.00_verify"'));
  });

  test('the list can be filtered by recipient and limited', async () => {
    const ids = async (query: string) =>
      (await get(`/dev/mail.json?${query}`)).json().messages.map((message: { id: string }) => message.id);
    assert.deepEqual(await ids('to=Maria@example.com'), ['newest', '2026-11-20T08.30.00_verify']);
    assert.deepEqual(await ids('limit=1'), ['newest']);
    assert.equal((await get('/dev/mail.json?limit=0')).statusCode, 400);
  });

  test('a message is read whole by a program', async () => {
    const mail = (await get('/dev/mail/2026-11-20T08.30.00_verify.json')).json();
    assert.equal(mail.from, 'Keepsake <hello@keepsake.example>');
    assert.equal(mail.to, 'maria@example.com');
    assert.match(mail.text, /Kérjük, erősítse meg/);
    assert.match(mail.html, /Megerősítem/);
    assert.deepEqual(mail.links, ['http://localhost:3000/verify-email?token=abc&userId=7']);
  });

  test('a message without HTML has the links of its text', async () => {
    const mail = (await get('/dev/mail/newest.json')).json();
    assert.deepEqual(mail.links, ['http://localhost:3000/dashboard?tab=films']);
    assert.equal(mail.html, '');
  });

  test('the page of a message has its links to click and shows its HTML only in a frame', async () => {
    const response = await get('/dev/mail/2026-11-20T08.30.00_verify');
    const page = response.body;
    assert.ok(page.includes('<a href="http://localhost:3000/verify-email?token=abc&amp;userId=7">'));
    assert.match(
      page,
      /<iframe[^>]*sandbox="allow-popups [^"]*"[^>]*src="\/dev\/mail\/2026-11-20T08.30.00_verify\/html"/,
    );
    assert.ok(!page.includes('<script>'));
    assert.match(String(response.headers['content-security-policy']), /^default-src 'none'; .*frame-src 'self'/);
  });

  test('the HTML in the frame can run nothing, load nothing, and shows its own pictures', async () => {
    const response = await get('/dev/mail/2026-11-20T08.30.00_verify/html');
    const policy = String(response.headers['content-security-policy']);
    assert.match(
      policy,
      /^sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:/,
    );
    assert.doesNotMatch(policy, /allow-scripts|allow-same-origin/);
    assert.match(response.body, /<img src="data:image\/png;base64,iVBORw0KGgo=">/);
    assert.match(response.body, /<head><base target="_top" \/>/);
  });

  test('the raw message can be downloaded', async () => {
    const response = await get('/dev/mail/newest/raw');
    assert.equal(response.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(response.body, plainMail('Your films are ready', 'Maria <maria@example.com>').join('\r\n'));
  });

  test('only messages of the outbox are served', async () => {
    await writeFile(join(folder, 'secret.eml'), plainMail('secret', 'a@example.com').join('\r\n'));
    for (const id of ['none', '..%2Fsecret', '%2e%2e%2fsecret', '..', '%00', 'half-written.eml.tmp', 'x'.repeat(300)]) {
      for (const path of [`/dev/mail/${id}`, `/dev/mail/${id}.json`, `/dev/mail/${id}/raw`, `/dev/mail/${id}/html`]) {
        const response = await get(path);
        assert.ok([400, 404, 414].includes(response.statusCode), `${path} answered ${response.statusCode}`);
        assert.ok(!response.body.includes('secret@') && !response.body.includes('Subject: secret'), path);
      }
    }
  });
});
