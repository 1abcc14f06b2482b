import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../src/platform/network/free-port.ts';
import type { S3Settings } from '../src/providers/storage/s3-bucket.ts';
import { afterFile } from './after-file.ts';
import { until } from './until.ts';

/** Debian's own Python: its packages belong to no other. */
const python = '/usr/bin/python3';
const kinds = ['account', 'container', 'object', 'proxy'] as const;
type Kind = (typeof kinds)[number];

/** Whether this machine has OpenStack Swift, as Debian packs it. */
export const hasSwift = spawnSync(python, ['-c', 'import swift.proxy.server, swift.obj.server']).status === 0;

/** OpenStack Swift with its S3 API, one copy of everything in a folder of its own, for one test file. */
export async function startSwift(): Promise<Omit<S3Settings, 'bucket'>> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-swift-'));
  const ports = Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await freePort()] as const)),
  ) as Record<Kind, number>;
  await mkdir(join(folder, 'disks/d1'), { recursive: true });
  await writeFile(join(folder, 'swift.conf'), swiftConf);
  for (const kind of kinds) {
    await writeFile(join(folder, `${kind}.conf`), serverConf({ kind, folder, port: ports[kind] }));
  }
  const { account, container, object } = ports;
  const devices = JSON.stringify({ account, container, object });
  const rings = spawnSync(python, ['-c', setUp + makeRings, folder, devices], { encoding: 'utf8' });
  if (rings.status !== 0) throw new Error(`Swift's rings could not be made: ${rings.stderr}`);
  for (const kind of kinds) {
    const server = spawn(python, ['-c', setUp + runServer, folder, kind], { stdio: 'ignore' });
    afterFile(async () => {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    });
  }
  afterFile(() => rm(folder, { recursive: true, force: true }));
  // The proxy says that it is well whether the others are there or not, and answers 503 for those that are not.
  for (const kind of kinds) await until(() => answers(ports[kind]));
  const endpoint = `http://127.0.0.1:${ports.proxy}`;
  return { endpoint, region: 'us-east-1', accessKeyId: 'shop:films', secretAccessKey: 'secret-of-the-store' };
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthcheck`).then(
    () => true,
    () => false,
  );
}

const swiftConf = `[swift-hash]
swift_hash_path_suffix = films
[storage-policy:0]
name = one
default = yes
`;

function serverConf({ kind, folder, port }: { kind: Kind; folder: string; port: number }): string {
  const common = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
devices = ${join(folder, 'disks')}
mount_check = false
user = ${process.env['USER'] ?? 'root'}
workers = 0
`;
  if (kind !== 'proxy')
    return `${common}[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`;
  const filters = ['healthcheck', 'cache', 'listing_formats', 's3api', 'tempauth', 'bulk', 'slo', 'dlo'];
  const settings: Record<string, string> = {
    // Nobody listens there: tokens are not remembered, and S3 needs none.
    cache: 'memcache_servers = 127.0.0.1:9',
    s3api: 'location = us-east-1',
    tempauth: 'user_shop_films = secret-of-the-store .admin',
  };
  const sections = filters.map(
    (name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${settings[name] ?? ''}\n`,
  );
  return `${common}[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${sections.join('')}`;
}

const setUp = `
import json, os, sys
import swift.common.utils
folder = sys.argv[1]
swift.common.utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')
swift.common.utils.validate_configuration()
`;

/** The rings say where everything lies. */
const makeRings = `
from swift.common.ring import RingBuilder
for kind, port in json.loads(sys.argv[2]).items():
    ring = RingBuilder(4, 1, 1)
    ring.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=port, device='d1', weight=1))
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, kind + '.ring.gz'))
`;

const runServer = `
from swift.common.wsgi import run_wsgi
kind = sys.argv[2]
sys.exit(run_wsgi(os.path.join(folder, kind + '.conf'), kind + '-server'))
`;
