import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { languages } from '@keepsake/contract/primitives';
import { mailPayloads } from '../../journal/mail-kinds.ts';
import { createPreviewServer } from './preview-server.ts';

const kinds = Object.keys(mailPayloads).filter((kind) => kind !== 'notification-test');

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the preview of the mails', () => {
  const server = createPreviewServer();
  let port: number;
  let get: (path: string) => Promise<{ status: number; body: string }>;
  beforeAll(async () => {
    port = await listen(server);
    get = async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, body: await answer.text() };
    };
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('refuses an invalid address and continues', async () => {
    const status = await new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '//' }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
    assert.equal(status, 400);
    assert.equal((await get('/')).status, 200);
  });

  test('lists every kind in every language', async () => {
    const { status, body } = await get('/');
    assert.equal(status, 200);
    for (const kind of kinds)
      for (const language of languages) assert.ok(body.includes(`href="/${kind}/${language}"`), `${kind} ${language}`);
  });

  for (const kind of kinds) {
    test(`shows ${kind} on a phone, on a computer and as text, in every language`, async () => {
      for (const language of languages) {
        const { status, body } = await get(`/${kind}/${language}`);
        assert.equal(status, 200);
        for (const width of [390, 600]) assert.match(body, new RegExp(`<iframe title="[^"]+, ${width} pixels"`));
        assert.ok(body.includes(`srcDoc="&lt;!doctype html&gt;&lt;html lang=&quot;${language}&quot;&gt;`));
        assert.match(body, /Subject: <strong>[^<]{6,}</);
        assert.match(body, /<pre>[^<]*Ágnes Őry[^<]*https:\/\/films\.example\//);
      }
    });
  }

  test('shows attached pictures in their places', async () => {
    const { body } = await get('/films-ready/en');
    assert.match(body, /src=&quot;data:image\/jpeg;base64,/);
    assert.doesNotMatch(body, /cid:/);
  });

  test('shows a mail in dark mode where asked to', async () => {
    assert.match((await get('/films-ready/en')).body, /@media not all/);
    assert.match((await get('/films-ready/en?dark')).body, /@media all/);
  });

  for (const path of ['/film-ready/en', '/toString/en', '/notification-test/en', '/favicon.ico']) {
    test(`lists the existing kinds for ${path}`, async () => {
      const { status, body } = await get(path);
      assert.equal(status, 404);
      for (const kind of kinds) assert.ok(body.includes(kind), kind);
    });
  }

  for (const path of ['/films-ready', '/films-ready/it', '/films-ready/en/more']) {
    test(`lists the existing languages for ${path}`, async () => {
      const { status, body } = await get(path);
      assert.equal(status, 404);
      assert.ok(body.includes(languages.join(', ')), body);
    });
  }
});

describe('the command', () => {
  const command = join(import.meta.dirname, 'preview-command.ts');
  const run = (...args: string[]) =>
    new Promise<{ failed: boolean; stderr: string }>((resolve) => {
      execFile(process.execPath, [command, ...args], (error, _stdout, stderr) =>
        resolve({ failed: error !== null, stderr }),
      );
    });

  test('refuses a port in use, in one sentence', async () => {
    const other = createServer();
    const port = await listen(other);
    assert.deepEqual(await run('--port', String(port)), {
      failed: true,
      stderr: `Port ${port} is in use: stop what listens there, or name another one with --port.\n`,
    });
    other.close();
  });

  test('refuses an invalid port', async () => {
    assert.deepEqual(await run('--port', 'mails'), {
      failed: true,
      stderr: 'Usage: npm run mails -- --port <1 to 65535>\n',
    });
  });
});
