import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { say } from './folder.mjs';

/**
 * A program that some tests use. Without it those tests are skipped, and counted as skipped.
 * @typedef {object} Program
 * @property {string} name
 * @property {string} what it is for
 * @property {string} debian the package that contains it
 * @property {string} elsewhere how to get it on another system
 * @property {() => string | undefined} find its path
 */

/** @param {string[]} names @param {string[]} [folders] */
function onPath(names, folders = []) {
  const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin', ...folders];
  for (const place of places.filter(Boolean)) {
    for (const name of names) if (existsSync(join(place, name))) return join(place, name);
  }
  return undefined;
}

function postgresFolders() {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return [];
  const versions = readdirSync(base).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(base, version, 'bin'));
}

const applications = ['/Applications/Google Chrome.app/Contents/MacOS', '/Applications/Chromium.app/Contents/MacOS'];

/** Returns the browser for component tests and journeys; one without a window is a third faster. ATOLL_BROWSER names another. */
export function findBrowser() {
  const named = process.env['ATOLL_BROWSER'];
  return (
    named ??
    onPath(
      ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'Google Chrome', 'Chromium'],
      applications,
    )
  );
}

/** Returns how tests launch the browser: without network calls of its own, and with less work for painting, freeing memory and passing data between processes and threads. */
export function browserOptions() {
  const executablePath = findBrowser();
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--disable-gpu',
      '--disable-gpu-compositing',
      '--disable-software-rasterizer',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // The first two are Playwright's own: the last list of features counts.
      '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2',
      '--js-flags=--max-semi-space-size=64 --min-semi-space-size=16 --single-threaded-gc --no-concurrent-recompilation',
      // Chromium refuses its sandbox to root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  };
}

/** @type {Program[]} */
export const programs = [
  {
    name: 'Chromium',
    what: 'component tests and browser journeys',
    debian: 'chromium-headless-shell',
    elsewhere: 'install Chrome or Chromium, or set ATOLL_BROWSER to its path',
    find: findBrowser,
  },
  {
    name: 'PostgreSQL',
    what: 'the store on its second engine',
    debian: 'postgresql',
    elsewhere: 'install PostgreSQL 15 or newer, with initdb and postgres on the PATH',
    find: () => onPath(['initdb'], postgresFolders()),
  },
  {
    name: 'PgBouncer',
    what: 'the store through a pooler',
    debian: 'pgbouncer',
    elsewhere: 'install PgBouncer, with pgbouncer on the PATH',
    find: () => onPath(['pgbouncer']),
  },
  {
    name: 'HAProxy',
    what: 'several servers behind a proxy',
    debian: 'haproxy',
    elsewhere: 'install HAProxy 2.4 or newer, with haproxy on the PATH',
    find: () => onPath(['haproxy']),
  },
  {
    name: 'Redis',
    what: 'the hub over several servers',
    debian: 'redis-server',
    elsewhere: 'install Redis, with redis-server on the PATH',
    find: () => onPath(['redis-server']),
  },
  {
    name: 'Poppler',
    what: 'reading the PDFs that are printed',
    debian: 'poppler-utils',
    elsewhere: 'install poppler, with pdftotext on the PATH',
    find: () => onPath(['pdftotext']),
  },
  {
    name: 'NSS tools',
    what: 'browsers that trust the authority of a shop',
    debian: 'libnss3-tools',
    elsewhere: 'install the NSS tools, with certutil on the PATH',
    // Windows has another program of this name.
    find: () => (process.platform === 'win32' ? undefined : onPath(['certutil'])),
  },
  {
    name: 'age',
    what: 'opening off-site copies without Atoll',
    debian: 'age',
    elsewhere: 'install age, with age on the PATH',
    find: () => onPath(['age']),
  },
  {
    name: 'OpenSSH',
    what: 'an ssh server as target of off-site copies',
    debian: 'openssh-server',
    elsewhere: 'install the server of OpenSSH, with sshd and ssh-keygen on the PATH',
    // The server is started by its whole path only.
    find: () => (process.platform === 'win32' ? undefined : onPath(['sshd'])),
  },
  {
    name: 'lighttpd',
    what: 'a WebDAV server as target of off-site copies',
    debian: 'lighttpd lighttpd-mod-openssl lighttpd-mod-webdav',
    elsewhere: 'install lighttpd with its modules openssl and webdav, with lighttpd on the PATH',
    find: () => onPath(['lighttpd']),
  },
  {
    name: 'systemd',
    what: 'the verifier of the units that setup writes',
    debian: 'systemd',
    elsewhere: 'a Linux with systemd has it',
    find: () => onPath(['systemd-analyze']),
  },
];

/** Programs that only drills use (`npm run drill`). @type {Program[]} */
export const drillPrograms = [
  {
    name: 'HAProxy',
    what: 'drills with several servers',
    debian: 'haproxy',
    elsewhere: 'install HAProxy 2.6 or newer, with haproxy on the PATH',
    find: () => onPath(['haproxy']),
  },
  {
    name: 'Patroni',
    what: 'the drill of a failover',
    debian: 'patroni',
    elsewhere: 'install Patroni 3 with its etcd3 support, with patroni on the PATH',
    find: () => onPath(['patroni']),
  },
  {
    name: 'etcd',
    what: 'the drill of a failover',
    debian: 'etcd-server',
    elsewhere: 'install etcd 3.4 or newer, with etcd on the PATH',
    find: () => onPath(['etcd']),
  },
  {
    name: 'pgBackRest',
    what: 'drills of backups of PostgreSQL',
    debian: 'pgbackrest',
    elsewhere: 'install pgBackRest 2.45 or newer, with pgbackrest on the PATH',
    find: () => onPath(['pgbackrest']),
  },
  {
    name: 'faketime',
    what: 'the drill of wrong clocks',
    debian: 'faketime',
    elsewhere: 'install libfaketime, with faketime on the PATH',
    find: () => onPath(['faketime']),
  },
];

/**
 * Returns the path of a program.
 * @param {string} name of the list above
 */
export function findPart(name) {
  const path = [...programs, ...drillPrograms].find((program) => program.name === name)?.find();
  if (path === undefined) throw new Error(`${name} was not found`);
  return path;
}

/**
 * Installs what is missing where that is possible: on Debian, as root. Says so.
 * @param {Program[]} wanted @param {string} why @returns {Program[]} what is still missing
 */
export function installMissing(wanted, why) {
  const absent = wanted.filter((program) => !program.find());
  if (absent.length > 0 && isDebianRoot()) {
    const names = absent.flatMap((program) => program.debian.split(' '));
    say(`Installing ${why}: apt-get install ${names.join(' ')}…`);
    if (!aptInstall(names)) say('Not all of it could be installed.');
  }
  return wanted.filter((program) => !program.find());
}

/** @returns {boolean} whether packages can be installed here with apt by whoever runs this */
function isDebianRoot() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** @param {string[]} names of Debian packages @returns {boolean} whether they were installed */
function aptInstall(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const apt = (...args) =>
    spawnSync('apt-get', ['-q', '-y', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  apt('update');
  return apt('install', '--no-install-recommends', ...names);
}
