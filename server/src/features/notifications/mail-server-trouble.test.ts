import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { linkIn } from '../../../test/mail-link.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import type { MailToQueue } from '../journal/mail-kinds.ts';
import { queueMail } from '../journal/queue-mail.ts';

describe('a mail server', () => {
  let app: TestApp;
  let server: SMTPServer;
  let arrived: Email[];
  let answer: (address: string) => Error | undefined;
  let hold: () => Promise<void>;

  beforeAll(async () => {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onRcptTo: async ({ address }, _session, done) => {
        await hold();
        done(answer(address));
      },
      onData: async (stream, _session, done) => {
        arrived.push(await PostalMime.parse(await readAll(stream)));
        done();
      },
    });
    const port = await new Promise<number>((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port));
    });
    app = await startTestApp(undefined, { settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  });
  beforeEach(() => {
    arrived = [];
    answer = () => undefined;
    hold = async () => undefined;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  test('that is busy gets the mail again later, with the same id and a valid link', async () => {
    const user = await app.createUser();
    let refusals = 0;
    answer = () => (refusals++ === 0 ? smtpError(451, 'Later') : undefined);
    await queue(app, { kind: 'reset-password', userId: user.id });
    await app.drain();
    const [row] = await rowsOf(app, user.id);
    assert.deepEqual([row?.state, row?.tries, row?.lastError], ['sent', 2, null]);
    assert.equal(arrived.length, 1);
    assert.equal(arrived[0]?.messageId, `<${row?.id}@keepsake.example>`);
    const { token, userId } = linkIn(arrived[0], '/reset-password');
    assert.equal(userId, user.id);
    assert.ok(token.length >= 43);
  });

  test('that refuses the address ends the mail, and administrators see it without the address', async () => {
    const user = await app.createUser({ email: 'refused@example.com' });
    answer = (address) => smtpError(550, `<${address}>: no such user here`);
    await queue(app, { kind: 'password-changed', userId: user.id });
    await app.drain();
    const [row] = await rowsOf(app, user.id);
    assert.equal(row?.state, 'failed');
    assert.match(row?.lastError ?? '', /no such user here/);
    const [entry] = await allRows<{ errorMessage: string }>(
      app.db,
      sql`select error_message from error_logs where module_name = 'mail' and error_message like ${`%${row?.id}%`}`,
    );
    assert.match(entry?.errorMessage ?? '', new RegExp(`to user ${user.id} failed permanently`));
    assert.ok(!`${entry?.errorMessage}${row?.lastError}`.includes('refused@'));
  });

  test('that hangs does not block the deletion of the recipient', async () => {
    const user = await app.createUser();
    const requested = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    hold = async () => {
      requested.resolve();
      await goOn.promise;
    };
    await queue(app, { kind: 'password-changed', userId: user.id });
    const worker = await app.startWorker();
    await requested.promise;
    await runStatement(app.db, sql`delete from users where id = ${user.id}`);
    goOn.resolve();
    await worker.stop();
    await app.drain();
    assert.deepEqual(await rowsOf(app, user.id), []);
  });

  test('that refuses one mail does not block the others', async () => {
    const [refused, ...others] = await Promise.all([1, 2, 3, 4].map(() => app.createUser()));
    answer = (address) => (address === refused?.email ? smtpError(550, 'No') : undefined);
    for (const user of [refused, ...others]) {
      if (user) await queue(app, { kind: 'password-changed', userId: user.id });
    }
    await app.drain();
    const addresses = arrived.map((mail) => mail.to?.[0]?.address);
    assert.deepEqual(addresses.toSorted(), others.map(({ email }) => email).toSorted());
  });
});

interface MailRow {
  id: string;
  state: string;
  tries: number;
  lastError: string | null;
}

function rowsOf(app: TestApp, userId: string): Promise<MailRow[]> {
  return allRows(app.db, sql`select id, state, tries, last_error from mails where user_id = ${userId} order by id`);
}

function queue(app: TestApp, mail: MailToQueue): Promise<boolean> {
  return app.db.transaction().execute((tx) => queueMail(tx, mail));
}

function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
