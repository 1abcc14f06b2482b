import assert from 'node:assert/strict';
import { test } from 'vitest';
import { defaultProviderUrl, isFilmUrl, isProviderUrl, isPublicAddress } from './provider-hosts.ts';

const nothing = { LUMAAI_BASE_URL: undefined, LUMA_AGENTS_BASE_URL: undefined, LUMA_AGENTS_FILM_HOSTS: undefined };
const named = { ...nothing, LUMAAI_BASE_URL: 'http://127.0.0.1:4010/dream-machine/v1' };

test('the API key is sent to the provider’s host over https, and to the origin that the operator configured', () => {
  for (const url of [
    defaultProviderUrl('luma', nothing),
    'https://api.lumalabs.ai/v2',
    'http://127.0.0.1:4010/other/path',
  ])
    assert.ok(isProviderUrl('luma', url, named), url);
  const strangers = [
    'http://api.lumalabs.ai/dream-machine/v1',
    'https://api.lumalabs.ai:8443/',
    'https://api.lumalabs.ai.example.com/',
    'https://user:secret@api.lumalabs.ai/',
    'https://evil.example/?https://api.lumalabs.ai/',
    'http://127.0.0.1:4011/',
    'https://127.0.0.1:4010/',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'nothing',
  ];
  for (const url of strangers) assert.ok(!isProviderUrl('luma', url, named), url);
  assert.ok(!isProviderUrl('luma', 'http://127.0.0.1:4010/', nothing));
});

test('the key of one service is sent to no other service', () => {
  const [luma, agents] = [defaultProviderUrl('luma', nothing), defaultProviderUrl('luma-agents', nothing)];
  assert.equal(agents, 'https://agents.lumalabs.ai/v1');
  assert.ok(isProviderUrl('luma-agents', agents, named));
  assert.ok(!isProviderUrl('luma-agents', luma, named));
  assert.ok(!isProviderUrl('luma', agents, named));
  assert.ok(!isProviderUrl('luma-agents', named.LUMAAI_BASE_URL, named));
});

test('films are fetched from the origin that made them or from the documented CDN', () => {
  const isFilm = (url: string) => isFilmUrl('luma', url, named.LUMAAI_BASE_URL, named);
  for (const url of ['http://127.0.0.1:4010/assets/x.mp4', 'https://storage.cdn-luma.com/x/y.mp4']) {
    assert.ok(isFilm(url), url);
  }
  for (const url of [
    'http://127.0.0.1:4011/x.mp4',
    'http://storage.cdn-luma.com/x.mp4',
    'https://storage.cdn-luma.com:8443/x.mp4',
    'https://notcdn-luma.com/x.mp4',
    'https://cdn-luma.com.evil.example/x.mp4',
  ]) {
    assert.ok(!isFilm(url), url);
  }
});

test('signed links of Luma Agents lead to object storage, or to a host that the operator configured', () => {
  const base = defaultProviderUrl('luma-agents', nothing);
  const link = 'https://x.r2.cloudflarestorage.com/film.mp4?X-Amz-Signature=1';
  assert.ok(isFilmUrl('luma-agents', link, base, nothing));
  assert.ok(!isFilmUrl('luma-agents', link.replace('https', 'http'), base, nothing));
  assert.ok(!isFilmUrl('luma-agents', 'https://evil.example/film.mp4', base, nothing));
  const narrowed = { ...nothing, LUMA_AGENTS_FILM_HOSTS: ['films.example'] };
  assert.ok(!isFilmUrl('luma-agents', link, base, narrowed));
  assert.ok(isFilmUrl('luma-agents', 'https://eu.films.example/film.mp4', base, narrowed));
});

test('addresses of private networks are not public', () => {
  for (const address of [
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '172.20.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
  ]) {
    assert.ok(!isPublicAddress(address), address);
  }
  for (const address of [
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
  ]) {
    assert.ok(!isPublicAddress(address), address);
  }
  for (const address of ['1.1.1.1', '104.18.0.1', '2606:4700::1111']) assert.ok(isPublicAddress(address), address);
});
