// Prepares a clone: installs the packages of the lockfile, builds the web app if its sources changed, finds a browser for the tests.
// Runs before every command, on Node.js 20 or later, so it is plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const flags = new Set(process.argv.slice(2));
const say = (text) => process.stderr.write(`${text}\n`);

checkNode();
install();
if (flags.has('--build')) build();
if (flags.has('--browser')) browser();
if (flags.has('--servers')) servers();

function checkNode() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 20) return;
  say(`This is Node.js ${process.versions.node}; Keepsake needs 20 or newer: install it from https://nodejs.org.`);
  process.exit(1);
}

function install() {
  const stamp = join(root, 'node_modules/.installed-lock');
  const wanted = hash([join(root, 'package-lock.json')]);
  if (read(stamp) === wanted) return;
  const fresh = !existsSync(join(root, 'node_modules/.package-lock.json'));
  say(fresh ? 'Installing (once, about a minute) …' : 'The dependencies changed: installing …');
  run('npm', [fresh ? 'ci' : 'install', '--no-audit', '--no-fund', '--loglevel=error'], 'The installation failed.');
  writeFileSync(stamp, wanted);
}

function build() {
  const stamp = join(root, 'web/dist/.built-from');
  const folders = ['web/src', 'web/public', 'web/scripts', 'contract/src', 'renderer/src/core', 'renderer/models'];
  const sources = folders.flatMap((folder) => files(join(root, folder)));
  const wanted = hash([
    ...sources,
    join(root, 'web/index.html'),
    join(root, 'web/vite.config.ts'),
    join(root, 'package-lock.json'),
  ]);
  if (read(stamp) === wanted) return;
  say('Building the web app …');
  run('npm', ['run', 'build', '--workspace', 'web', '--silent'], 'The web app could not be built.', {
    // Tests start the product too: theirs would build React for development.
    NODE_ENV: 'production',
  });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function browser() {
  if (browserPath()) return;
  if (canInstallPackages()) {
    say('Installing Chromium for the tests …');
    // The headless shell takes half the time; not every release of Debian has it.
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!browserPath()) installPackages(name, 'fonts-liberation');
  } else {
    spawnSync('npx', ['playwright', 'install', 'chromium'], { cwd: root, stdio: 'inherit' });
  }
  if (browserPath()) return;
  say('The tests need Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.');
  process.exit(1);
}

/** Optional servers for some tests; installed on CI machines only. */
function servers() {
  if (!process.env.CI || !canInstallPackages()) return;
  const present = {
    haproxy: () => spawnSync('haproxy', ['-v']),
    pgbouncer: () => spawnSync('pgbouncer', ['--version']),
    'python3-swift': () => spawnSync('/usr/bin/python3', ['-c', 'import swift.proxy.server']),
  };
  const missing = Object.keys(present).filter((name) => present[name]().status !== 0);
  if (missing.length === 0) return;
  say('Installing servers for the tests …');
  installPackages(...missing);
}

function canInstallPackages() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

function installPackages(...names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
}

function browserPath() {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const inPath = (process.env.PATH ?? '').split(':').flatMap((folder) => names.map((name) => join(folder, name)));
  const macs = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  const own = join(process.env.HOME ?? '', '.cache/ms-playwright');
  return (
    [process.env.CHROMIUM_PATH ?? '', ...inPath, ...macs].find((path) => path && existsSync(path)) ??
    (existsSync(own) ? own : undefined)
  );
}

function run(command, args, failure, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  say(failure);
  process.exit(status ?? 1);
}

function files(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
    .toSorted();
}

function hash(paths) {
  const sum = createHash('sha256');
  for (const path of paths) sum.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  return sum.digest('hex');
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
