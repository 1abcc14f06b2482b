import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { createLog } from '../log.ts';
import { createPages } from './pages.ts';
import { createServer } from './server.ts';

const script = 'console.log("a script of the pages");'.repeat(50);
let folder: string;
let server: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-pages-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'locales/en'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Keepsake</title>');
  await writeFile(join(folder, 'landing.html'), '<!doctype html><title>%PRODUCT_NAME%</title><p>%SUPPORT_EMAIL%</p>');
  await writeFile(join(folder, 'invoice.html'), '<!doctype html><title>an invoice</title>');
  await mkdir(join(folder, 'gallery'));
  for (const name of ['smile', 'wink', 'turn'])
    for (const type of ['jpg', 'webp', 'avif', 'mp4']) await writeFile(join(folder, `gallery/${name}.${type}`), 'ours');
  const pictures = join(folder, 'data/pictures');
  await mkdir(pictures, { recursive: true });
  await writeFile(join(pictures, 'wink.jpg'), 'of the installation');
  for (const type of ['jpg', 'avif']) await writeFile(join(pictures, `turn.${type}`), `of the installation, ${type}`);
  await writeFile(join(pictures, 'notes.txt'), 'not for everybody');
  await writeFile(join(folder, 'assets/app-1a2b.js'), script);
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script));
  for (const name of ['preview.worker-1a2b.js', 'preview.worker-1a2b.js.br', 'downscale.worker-1a2b.js'])
    await writeFile(join(folder, 'assets', name), name.endsWith('.br') ? brotliCompressSync(script) : script);
  await writeFile(join(folder, 'locales/en/common.json'), '{"hello":"Hello"}');
  const pages = createPages(
    folder,
    { pages: { '/': 'landing', '/login': 'login', '/invoice/:bucketId': 'invoice' }, listed: ['/'] },
    { names: { productName: 'Films & <Friends>', supportEmail: 'help@films.example', testimonials: null }, pictures },
  );
  server = createServer({
    log: createLog('silent', 'test'),
    trustProxy: false,
    sendNotFoundPage: pages.sendNotFound,
    onServerError: () => {},
  });
  pages.mount(server);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the pages', () => {
  test('may be indexed by search engines only if they are listed', async () => {
    const tags = [];
    for (const url of ['/', '/login', '/invoice/5']) tags.push((await server.inject({ url })).headers['x-robots-tag']);
    assert.deepEqual(tags, [undefined, 'noindex', 'noindex']);
  });

  for (const url of ['/', '/login', '/invoice/5', '/login?next=%2Fprofile']) {
    test(`${url} is the document, revalidated each time`, async () => {
      const reply = await server.inject({ url });
      assert.equal(reply.statusCode, 200);
      assert.match(reply.headers['content-type'] ?? '', /^text\/html; charset=utf-8/);
      assert.equal(reply.headers['cache-control'], 'no-cache');
    });
  }

  test('that are prerendered contain the names of the installation, compressed if the browser accepts it', async () => {
    const landing = await server.inject({ url: '/' });
    assert.equal(landing.body, '<!doctype html><title>Films &#38; &#60;Friends&#62;</title><p>help@films.example</p>');
    assert.equal(landing.headers['content-encoding'], undefined);
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity, br;q=0', undefined],
    ]) {
      const reply = await server.inject({ url: '/', headers: { 'accept-encoding': accepted } });
      assert.equal(reply.headers['content-encoding'], encoding);
      assert.equal(reply.headers['vary'], 'accept-encoding');
      const bytes = reply.rawPayload;
      const body = encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
      assert.equal(body.toString(), landing.body);
    }
    assert.match(
      (await server.inject({ url: '/login' })).body,
      /<title>Keepsake</,
      'a page without a document of its own',
    );
    assert.equal((await server.inject({ url: '/landing.html' })).statusCode, 404, 'the file itself is no page');
  });

  test('that are prerendered show what customers said of this installation, each in a card of its own', async () => {
    await writeFile(
      join(folder, 'landing-testimonials.html'),
      '<div data-testimonials="%TESTIMONIALS%"><ul><li>before</li><li><q lang="%LANGUAGE%">%QUOTE%</q>%AUTHOR%</li></ul></div>',
    );
    const testimonials = [
      { quote: 'Good & "kind"', author: '$& <Ann>', language: 'en' },
      { quote: '%AUTHOR%', author: 'Éva', language: 'hu' },
    ];
    const send = async (names: typeof testimonials | null) => {
      const app = createServer({
        log: createLog('silent', 'test'),
        trustProxy: false,
        sendNotFoundPage: (_, reply) => reply,
        onServerError: () => {},
      });
      createPages(
        folder,
        { pages: { '/': 'landing' }, listed: ['/'] },
        {
          names: { productName: 'Films', supportEmail: 'help@films.example', testimonials: names },
          pictures: join(folder, 'data/pictures'),
        },
      ).mount(app);
      const { body } = await app.inject({ url: '/' });
      await app.close();
      return body;
    };
    const html = await send(testimonials);
    assert.ok(
      html.endsWith(
        '<ul><li>before</li><li><q lang="en">Good &#38; &#34;kind&#34;</q>$&#38; &#60;Ann&#62;</li><li><q lang="hu">%AUTHOR%</q>Éva</li></ul></div>',
      ),
      html,
    );
    const data = /data-testimonials="([^"]*)"/.exec(html)?.[1] ?? '';
    const text = data.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    assert.deepEqual(JSON.parse(text), testimonials);
    assert.match(await send(null), /<title>Films</, 'without a file the page with the examples');
  });

  test('each page has the document that bears its name, whatever follows in its address', async () => {
    const reply = await server.inject({ url: '/invoice/5?again=yes' });
    assert.match(reply.body, /an invoice/);
    assert.equal(reply.headers['cache-control'], 'no-cache');
  });

  test('an address that is no page is the same document with status 404', async () => {
    for (const url of ['/nowhere', '/login/more', '/.git/config', '/..%2f..%2fetc%2fpasswd', '/web/src/main.tsx']) {
      const reply = await server.inject({ url });
      assert.equal(reply.statusCode, 404, url);
      assert.doesNotMatch(reply.body, /root:|\[core\]/);
    }
  });

  test('an unknown address under /api is refused as JSON, not as a page', async () => {
    for (const url of ['/api/nowhere', '/uploads/x', '/assets/missing.js', '/locales/xx/common.json']) {
      const reply = await server.inject({ url });
      assert.equal(reply.statusCode, 404, url);
      assert.equal(reply.json<{ code: string }>().code, 'not_found', url);
    }
  });

  test('allow no inline script, no foreign host and no frame around them', async () => {
    for (const url of ['/', '/nowhere']) {
      const policy = String((await server.inject({ url })).headers['content-security-policy']);
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]) {
        assert.ok(policy.includes(rule), `${url}: ${rule}`);
      }
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    }
  });

  test('send their scripts compressed and immutable', async () => {
    const reply = await server.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } });
    assert.equal(reply.headers['content-encoding'], 'br');
    assert.match(String(reply.headers['content-type']), /javascript/);
    assert.equal(reply.headers['cache-control'], 'public, max-age=31536000, immutable');
    const plain = await server.inject({ url: '/assets/app-1a2b.js' });
    assert.equal(plain.body, script);
  });

  test('allow WebAssembly only to the worker that draws previews', async () => {
    const policyOf = async (url: string) => {
      const reply = await server.inject({ url, headers: { 'accept-encoding': 'br' } });
      assert.equal(reply.statusCode, 200, url);
      return String(reply.headers['content-security-policy']);
    };
    for (const url of ['/', '/assets/app-1a2b.js', '/assets/downscale.worker-1a2b.js'])
      assert.doesNotMatch(await policyOf(url), /wasm/, url);
    const policy = await policyOf('/assets/preview.worker-1a2b.js');
    assert.deepEqual(policy.split('; '), [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
    ]);
  });

  const picture = (name: string) => server.inject({ url: `/gallery/${name}` });

  test('show the installation’s own pictures in place of the built ones', async () => {
    assert.equal((await picture('smile.jpg')).body, 'ours');
    assert.equal((await picture('wink.jpg')).body, 'of the installation');
    assert.equal((await picture('wink.mp4')).body, 'ours', 'a still is no film');
    for (const name of [
      'laugh.jpg',
      'laugh.avif',
      'notes.txt',
      '../index.html',
      '%2e%2e/index.html',
      '..%2fnotes.jpg',
      '',
    ])
      assert.equal((await picture(name)).statusCode, 404, name);
  });

  test('send each still in the requested format, cacheable for an hour', async () => {
    for (const [file, type] of [
      ['smile.jpg', 'image/jpeg'],
      ['smile.webp', 'image/webp'],
      ['smile.avif', 'image/avif'],
      ['smile.mp4', 'video/mp4'],
    ] as const) {
      const { headers } = await picture(file);
      assert.equal(headers['content-type'], type);
      assert.equal(headers['cache-control'], 'public, max-age=3600');
      assert.ok(headers.etag, file);
    }
  });

  test('a still that the installation has only as JPEG is sent as that JPEG, whatever was requested', async () => {
    for (const file of ['wink.avif', 'wink.webp']) {
      const reply = await picture(file);
      assert.equal(reply.body, 'of the installation', file);
      assert.equal(reply.headers['content-type'], 'image/jpeg', file);
    }
    assert.equal((await picture('turn.avif')).body, 'of the installation, avif');
    assert.equal((await picture('turn.webp')).body, 'of the installation, jpg');
  });

  test('send their texts', async () => {
    assert.deepEqual((await server.inject({ url: '/locales/en/common.json' })).json(), { hello: 'Hello' });
  });
});
