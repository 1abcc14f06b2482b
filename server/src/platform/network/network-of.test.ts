import assert from 'node:assert/strict';
import { test } from 'vitest';
import { networkOf, wideNetworkOf } from './network-of.ts';

for (const [address, network] of [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:c000:0207', '192.0.2.7'],
  ['', 'unknown'],
  ['192.0.2.7, 192.0.2.8', 'unknown'],
  ['x'.repeat(5000), 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
] as const) {
  test(`${address.slice(0, 50)} belongs to ${network}`, () => {
    assert.equal(networkOf(address), network);
  });
}

for (const [address, network] of [
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2ff::9', '2001:db8:1:200::/56'],
  ['2001:db8:1:200:ffff::', '2001:db8:1:200::/56'],
  ['2001:db8:1:300::9', '2001:db8:1:300::/56'],
  ['no address', 'unknown'],
] as const) {
  test(`${address} belongs to the wide network ${network}`, () => {
    assert.equal(wideNetworkOf(address), network);
  });
}
