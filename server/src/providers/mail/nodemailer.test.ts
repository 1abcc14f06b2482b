import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { afterAll, test } from 'vitest';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { letter, sender, testMailer } from './mailer.suite.ts';
import { MailRefused } from './mailer.ts';
import { createSmtpMailer } from './nodemailer.ts';

const cleanups: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(cleanups.map((cleanup) => cleanup())));

/** A mail server without encryption that records what it receives. */
async function startMailServer(options: SMTPServerOptions = {}, host = '127.0.0.1') {
  const messages: Buffer[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        messages.push(Buffer.concat(chunks));
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, host, () => resolve((listening.address() as { port: number }).port));
  });
  cleanups.push(() => new Promise((resolve) => void server.close(() => resolve())));
  return { messages, port, url: `smtp://${host}:${port}` };
}

function answer(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

testMailer('smtp', async () => {
  const { messages, url } = await startMailServer();
  return {
    mailer: createSmtpMailer({ url, from: sender }),
    arrived: () =>
      Promise.all(
        messages.map(async (message) => ({
          raw: message.toString('latin1'),
          mail: await PostalMime.parse(message),
        })),
      ),
  };
});

test('smtp: a permanently refused address is a refusal', async () => {
  const { url } = await startMailServer({ onRcptTo: (_address, _session, done) => done(answer(550, 'No such user')) });
  await assert.rejects(createSmtpMailer({ url, from: sender }).send(letter), MailRefused);
});

test('smtp: a permanently refused message is a refusal', async () => {
  const { url } = await startMailServer({
    onData: (stream, _session, done) => {
      stream.on('end', () => done(answer(554, 'Not wanted')));
      stream.resume();
    },
  });
  await assert.rejects(createSmtpMailer({ url, from: sender }).send(letter), MailRefused);
});

test('smtp: a temporary refusal can be retried', async () => {
  const { url } = await startMailServer({ onRcptTo: (_address, _session, done) => done(answer(451, 'Later')) });
  await assert.rejects(createSmtpMailer({ url, from: sender }).send(letter), isWorthAnotherTry);
});

test('smtp: a refused sender or sign-in can be retried', async () => {
  const { url } = await startMailServer({ onMailFrom: (_address, _session, done) => done(answer(550, 'Who are you')) });
  await assert.rejects(createSmtpMailer({ url, from: sender }).send(letter), isWorthAnotherTry);
});

test('smtp: an unreachable server can be retried', async () => {
  const port = await unusedPort();
  await assert.rejects(
    createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: sender }).send(letter),
    isWorthAnotherTry,
  );
});

test('smtp: a server with an untrusted certificate gets no message', async () => {
  const { url, messages } = await startMailServer({ disabledCommands: ['AUTH'] });
  await assert.rejects(createSmtpMailer({ url, from: sender }).send(letter), /certificate/i);
  assert.equal(messages.length, 0);
});

test('smtp: a password is not sent unencrypted to another machine', async () => {
  let asked = false;
  const { port } = await startMailServer(
    {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => {
        asked = true;
        done(null, { user: 'shop' });
      },
    },
    '127.0.0.2',
  );
  const url = `smtp://shop:secret@127.0.0.2:${port}`;
  await assert.rejects(createSmtpMailer({ url, from: sender }).send(letter), /TLS/);
  assert.equal(asked, false);
});

function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof Error && !(error instanceof MailRefused);
}

function unusedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
