import { expect, it } from 'vitest';
import { type CertificateFacts, checkCertificate } from './certificate.ts';
import { type ClockFacts, checkClock } from './clock.ts';
import { checkBackup, checkDevices, checkOffsite, type TargetHere } from './devices.ts';
import { checkSpace, checkSync } from './disk.ts';
import { bad, exitCodeOf, type Finding, good, type Level, off, reportLines, watch } from './finding.ts';
import { checkFolder } from './folder.ts';
import { type Machine, thisMachine } from './machine.ts';
import { checkPorts, type PortFacts } from './ports.ts';
import { checkPrinters, type PrinterFacts, type PrintFacts } from './printers.ts';
import { checkAddresses, checkName } from './reach.ts';
import { checkMemory, checkService, checkSleep, readUnit, type Unit } from './services.ts';
import { checkStore, type StoreFacts } from './store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const gigabyte = 1024 ** 3;
const now = Date.parse('2027-01-15T12:00:00Z');

/** Expects a level, and one sentence of remedy exactly where there is something to do. */
function expectFinding(finding: Finding | undefined, level: Level, text: RegExp, remedy?: RegExp): void {
  expect(finding).toMatchObject({ level, text: expect.stringMatching(text) });
  if (level === 'Good' || level === 'Off') return expect(finding?.remedy).toBeNull();
  expect(finding?.remedy).toMatch(/^[A-Z](?:(?!\. )[^!?])+\.$/);
  if (remedy) expect(finding?.remedy).toMatch(remedy);
}

it('ends with 1 when something is bad, with 2 when something is to watch, else with 0, and prints the worst first', () => {
  const [one, two, three] = [good('A', 'Fine.'), watch('B', 'Soon.', 'Look.'), bad('C', 'Broken.', 'Repair it.')];
  expect(
    [
      [one, off('D', 'None.')],
      [one, two],
      [one, two, three],
    ].map(exitCodeOf),
  ).toEqual([0, 2, 1]);
  expect(reportLines([one, two, three]).map((line) => line.trim().split(/\s+/)[0])).toEqual([
    'Bad',
    '→',
    'Watch',
    '→',
    'Good',
    '',
    '1',
  ]);
  expect(reportLines([one]).at(-1)).toBe('All is well.');
});

it.each<[number, number, Level]>([
  [16, 100, 'Good'],
  [14.9, 100, 'Watch'],
  [4.9, 20, 'Watch'],
  [4.9, 100, 'Bad'],
  [0.9, 10, 'Bad'],
])('reports %d GB free of %d GB as %s', (free, total, level) => {
  expectFinding(
    checkSpace({ freeBytes: free * gigabyte, totalBytes: total * gigabyte }),
    level,
    /GB is free\.$/,
    /Delete/,
  );
});

it('watches a disk that needs more than 100 ms for one write of a hundred, and calls one that fails bad', () => {
  const quick = Array.from({ length: 198 }, () => 2);
  expectFinding(checkSync({ ms: [...quick, 90, 90] }), 'Good', /^200 writes .* at most 2\.0 ms/);
  expectFinding(checkSync({ ms: [...quick, 120, 120, 120] }), 'Watch', /120\.0 ms/, /SSD/);
  expectFinding(checkSync({ failed: 'EROFS: read-only file system' }), 'Bad', /read-only/, /writable/);
  expectFinding(checkSync(null), 'Off', /no data folder/);
});

it.each<[number, Level]>([
  [29, 'Good'],
  [31, 'Watch'],
  [49, 'Bad'],
])('reports a backup that is %d hours old as %s', (hours, level) => {
  const backups = [400, hours].map((age) => ({ file: `age-${age}`, at: now - age * hourMs }));
  const facts = { engine: 'sqlite', backups, createdAt: 0, now } as const;
  expectFinding(checkBackup(facts), level, new RegExp(`age-${hours}, is ${hours} hours old`), /npm run backup/);
  expectFinding(checkBackup({ ...facts, backups: [], createdAt: now - hours * hourMs }), level, /no backup yet/);
  expectFinding(checkBackup({ ...facts, engine: 'postgres' }), 'Off', /its own tools/);
});

it('reports off-site copies: whether they are on, the last one, its target, the passphrase, and the last test of a restore', () => {
  const kept = { isOn: true, folder: '/mnt/copies', isLate: false, isConfirmed: true };
  const on = { ...kept, newestAt: now - hourMs, provenAt: now - hourMs, hasFailed: false };
  const of = (more: Partial<typeof on>, here: Partial<TargetHere> = {}) =>
    checkOffsite({ ...on, ...more }, now, { isWanted: false, isThere: true, ...here });
  expectFinding(of({}), 'Good', /1 hours old\. A restore was tested on \d{4}-\d\d-\d\d/);
  expectFinding(of({ newestAt: 0, provenAt: 0 }), 'Watch', /No copy arrived yet/, /Settings/);
  expectFinding(of({ newestAt: now - 49 * hourMs }), 'Bad', /49 hours old/, /Settings/);
  expectFinding(of({ hasFailed: true }), 'Bad', /test of a restore failed/, /Settings/);
  expectFinding(of({}, { isThere: false }), 'Bad', /\/mnt\/copies, is not there, or its disk/, /Connect the disk/);
  expectFinding(of({ isLate: true }), 'Watch', /did not arrive/, /Settings/);
  expectFinding(of({ isConfirmed: false }), 'Watch', /passphrase/, /Type it in Settings/);
  for (const isWanted of [false, true])
    for (const none of [null, { ...on, isOn: false }]) {
      const found = checkOffsite(none, now, { isWanted, isThere: true });
      if (isWanted) expectFinding(found, 'Watch', /Setup was told where/, /Test the target/);
      else expectFinding(found, 'Off', /No encrypted copies/);
    }
});

const clock: ClockFacts = {
  now,
  releasedAt: now - 60 * dayMs,
  newestAt: now - 1000,
  databaseOffsetMs: 0,
  isSynchronized: true,
};
it.each<[string, Partial<ClockFacts>, Level, RegExp]>([
  ['that a time server sets', {}, 'Good', /time server sets it/],
  ['of a machine that does not tell', { isSynchronized: null }, 'Good', /after the release/],
  ['without a time server', { isSynchronized: false }, 'Watch', /No time server/],
  ['5 minutes behind the newest record', { newestAt: now + 300_000 }, 'Watch', /5 minutes ahead/],
  ['40 s from the database', { databaseOffsetMs: -40_000 }, 'Watch', /by 40 s/],
  ['2 days behind the newest record', { newestAt: now + 2 * dayMs }, 'Bad', /clock of the server is wrong/],
  ['of 2016', { now: Date.parse('2016-01-01'), newestAt: 0 }, 'Bad', /clock of the server is wrong/],
])('judges a clock %s', (_, facts, level, text) => {
  expectFinding(checkClock({ ...clock, ...facts }), level, text);
});

/** Returns a machine whose programs print a text; the others are missing. */
const printing = (texts: Readonly<Record<string, string>>): Machine => ({
  ...thisMachine,
  run: async (program) => texts[program] ?? null,
});

const own: CertificateFacts = {
  mode: 'own',
  leaf: { from: now - 10 * dayMs, to: now + 387 * dayMs, names: ['pos.lan', '192.168.1.10'] },
  hasKey: true,
  isChained: true,
  missingOrigin: undefined,
  wanted: ['pos.lan', '192.168.1.10'],
  isOther: false,
  authority: '4F:2A:91:C0:77:DE:0B:13:AA',
  now,
};
const ending = (days: number) => ({ leaf: { ...own.leaf, from: now - (397 - days) * dayMs, to: now + days * dayMs } });
it.each<[string, Partial<CertificateFacts>, Level, RegExp]>([
  ['for 387 days', {}, 'Good', /pos\.lan.*387 days.*4F2A 91C0 77DE 0B13/],
  ['with less than a third of its life', ending(100), 'Watch', /renewed by now/],
  ['for 5 days', ending(5), 'Bad', /ends in 5 days/],
  ['that ended', ending(-1), 'Bad', /It ended on 2027-01-14/],
  ['from files for 20 days', { ...ending(20), mode: 'files', wanted: [] }, 'Good', /20 days/],
  ['from files for 10 days', { ...ending(10), mode: 'files', wanted: [] }, 'Watch', /renewed by now/],
  ['without an address of the machine', { wanted: ['192.168.1.44'] }, 'Watch', /not for 192\.168\.1\.44/],
  ['without the name of PUBLIC_URL', { missingOrigin: 'till.lan' }, 'Bad', /not for till\.lan/],
  ['with the key of another one', { hasKey: false }, 'Bad', /key is not/],
  ['with a wrong chain', { isChained: false }, 'Bad', /not signed/],
  ['of tomorrow', { leaf: { ...own.leaf, from: now + dayMs } }, 'Bad', /not valid before/],
  ['that the server does not serve yet', { isOther: true }, 'Watch', /still serves another/],
])('judges a certificate %s', (_, facts, level, text) => {
  expectFinding(checkCertificate({ ...own, ...facts }), level, text);
});

const folder = { path: '/data', exists: true, unsafe: undefined, isWritable: true, isOpenToOthers: false, foreign: [] };
it('calls a data folder bad that is missing, synced, read-only, open to others, or of several users', () => {
  expectFinding(checkFolder(folder), 'Good', /one user alone/);
  expectFinding(checkFolder({ ...folder, exists: false }), 'Bad', /no folder/, /Set DATA_DIR/);
  const unsafe = { why: '/data is in a synced folder', advice: 'Choose another DATA_DIR' };
  expectFinding(checkFolder({ ...folder, unsafe }), 'Bad', /synced/, /another DATA_DIR/);
  expectFinding(checkFolder({ ...folder, isWritable: false }), 'Bad', /may not write/, /chown/);
  expectFinding(checkFolder({ ...folder, isOpenToOthers: true }), 'Bad', /may read/, /chmod -R go-rwx \/data/);
  expectFinding(checkFolder({ ...folder, foreign: ['atoll.db'] }), 'Bad', /atoll\.db/, /chown/);
});

const port = (state: PortFacts['state'], store: string | null = 's.0'): PortFacts => ({
  port: 443,
  state,
  store,
  certificate: undefined,
});
it('names a server that is off, silent, another program or of another store, and the port of /hello', () => {
  const about = (app: PortFacts, more: { hello?: PortFacts; isFolderUsed?: boolean } = {}) =>
    checkPorts({ app, hello: more.hello, store: 's', isFolderUsed: more.isFolderUsed });
  expectFinding(about(port('atoll'), { isFolderUsed: true })[0], 'Good', /port 443/);
  expectFinding(about(port('free'))[0], 'Bad', /server is off/, /Start/);
  expectFinding(about(port('free'), { isFolderUsed: true })[0], 'Bad', /uses this data folder/, /PORT/);
  expectFinding(about(port('silent'))[0], 'Bad', /does not answer/, /Restart/);
  expectFinding(about(port('other'))[0], 'Bad', /Another program/, /another port with PORT/);
  expectFinding(about(port('atoll', 't.0'))[0], 'Watch', /another store/, /DATA_DIR/);
  expectFinding(about(port('atoll'), { isFolderUsed: false })[0], 'Watch', /another store/, /DATA_DIR/);
  expectFinding(about(port('atoll'), { hello: port('atoll') })[1], 'Good', /port 443/);
  expectFinding(about(port('atoll'), { hello: port('other') })[1], 'Bad', /Another program/, /HTTP_PORT/);
  expectFinding(about(port('atoll'), { hello: port('free') })[1], 'Bad', /Nothing answers/, /Restart/);
});

const store: StoreFacts = {
  engine: 'sqlite',
  state: 'read',
  problem: null,
  pending: 0,
  name: 's',
  createdAt: 1,
  newestAt: 1,
  devices: null,
  offsite: null,
  offsetMs: 0,
};
it('names a store that is missing, was not closed, cannot be used, or waits for changes of its tables', () => {
  expectFinding(checkStore(store), 'Good', /safe settings/);
  expectFinding(checkStore({ ...store, state: 'missing' }), 'Bad', /no store/, /Start the server/);
  expectFinding(checkStore({ ...store, state: 'unclean' }), 'Watch', /without closing/, /Start the server/);
  const problem = 'The store was written by a newer version (migration 90)';
  expectFinding(checkStore({ ...store, state: 'failed', problem }), 'Bad', /newer version/, /Start the server/);
  expectFinding(
    checkStore({ ...store, engine: 'postgres', state: 'failed', problem: 'fsync off' }),
    'Bad',
    /fsync off/,
    /database server/,
  );
  expectFinding(checkStore({ ...store, pending: 2 }), 'Watch', /misses 2 changes/, /npm run migrate/);
});

it('watches devices of which none was heard in 24 hours', () => {
  expectFinding(checkDevices({ devices: null }), 'Off', /could not be read/);
  expectFinding(checkDevices({ devices: { known: 0, recent: 0, lastAt: 0 } }), 'Off', /No device/);
  expectFinding(checkDevices({ devices: { known: 3, recent: 2, lastAt: now } }), 'Good', /2 of 3/);
  expectFinding(
    checkDevices({ devices: { known: 3, recent: 0, lastAt: now } }),
    'Watch',
    /none of 3.*2027-01-15T12/,
    /till/,
  );
});

const noJobs = { queued: 0, waiting: 0, held: 0, failed: 0 };
it('watches tickets that wait, and calls failed tickets, a full spool, and a printer that is not there bad', () => {
  const about = (facts: Partial<PrintFacts>) =>
    checkPrinters({ port: 14141, state: 'atoll', trouble: null, jobs: noJobs, printers: [], ...facts });
  const printer = (facts: Partial<PrinterFacts>) =>
    about({ printers: [{ name: 'Kitchen', isOn: true, isThere: true, ...facts }] })[1];
  expectFinding(about({})[0], 'Good', /port 14141/);
  expectFinding(about({ jobs: { ...noJobs, waiting: 2, held: 1 } })[0], 'Watch', /3 tickets wait/, /localhost:14141/);
  expectFinding(about({ jobs: { ...noJobs, failed: 2 } })[0], 'Bad', /2 tickets/, /localhost:14141/);
  expectFinding(about({ trouble: 'ENOSPC' })[0], 'Bad', /cannot store tickets: ENOSPC/, /not full/);
  expectFinding(about({ state: 'none' })[0], 'Off', /no printers/);
  expectFinding(about({ state: 'down' })[0], 'Bad', /nothing answers/, /Start the print server/);
  expectFinding(about({ state: 'other' })[0], 'Bad', /is no print server/, /PRINT_PORT/);
  expectFinding(printer({}), 'Good', /It answers/);
  expectFinding(printer({ isThere: null }), 'Off', /without printing/);
  expectFinding(printer({ isOn: false, isThere: null }), 'Off', /switched off/);
  expectFinding(printer({ isThere: false }), 'Bad', /Nothing answers/, /cable/);
});

it('tells whether devices reach the server by address and by name', () => {
  const at = (isReached: boolean) => [{ address: '192.168.1.10', isReached }];
  expectFinding(checkAddresses(at(true), undefined), 'Good', /192\.168\.1\.10/);
  expectFinding(checkAddresses(at(false), undefined), 'Watch', /does not answer at 192/, /owner/);
  expectFinding(checkAddresses(at(false), '10.0.0.1'), 'Watch', /does not answer at 192/, /HOST=0\.0\.0\.0/);
  expectFinding(checkAddresses([], undefined), 'Watch', /no address/, /network/);
  expectFinding(checkAddresses(at(false), '127.0.0.1'), 'Off', /HOST=127/);
  const url = 'https://pos.lan';
  expectFinding(checkName(null), 'Off', /not set/);
  expectFinding(checkName({ url, isKnown: true, problem: null }), 'Good', /pos\.lan/);
  expectFinding(checkName({ url, isKnown: false, problem: '' }), 'Bad', /No resolver/, /router/);
  expectFinding(checkName({ url, isKnown: true, problem: 'nothing listens there' }), 'Bad', /nothing listens/, /proxy/);
});

it('reads what systemd says, and names services that do not run or start, and a machine that may sleep', async () => {
  const shown = 'LoadState=loaded\nActiveState=active\nUnitFileState=enabled\n';
  const running = { load: 'loaded', active: 'active', file: 'enabled' };
  expect(await readUnit(printing({ systemctl: shown }), 'atoll.service')).toEqual(running);
  expect(await readUnit(printing({}), 'atoll.service')).toBeNull();
  const about = (unit: Unit | null, isNeeded = true) => checkService('Service', 'atoll.service', unit, isNeeded);
  const missing = { load: 'not-found', active: 'inactive', file: '' };
  expectFinding(about(running), 'Good', /starts with the machine/);
  expectFinding(about({ ...running, file: 'disabled' }), 'Watch', /does not start/, /systemctl enable atoll\.service/);
  expectFinding(about({ ...running, active: 'failed' }), 'Bad', /is failed/, /journalctl/);
  expectFinding(about(missing), 'Watch', /not installed/, /deploy\/systemd/);
  expectFinding(about(missing, false), 'Off', /not installed/);
  expectFinding(about(null), 'Off', /no systemd/);
  const masked = { load: 'masked', active: 'inactive', file: 'masked' };
  expectFinding(checkSleep([masked, masked, masked, masked]), 'Good', /does not go to sleep/);
  expectFinding(checkSleep([masked, running, masked, masked]), 'Watch', /may go to sleep/, /mask suspend\.target\.$/);
  expectFinding(checkSleep([null, null, null, null]), 'Off', /no systemd/);
});

it.each<[number, Level]>([
  [600, 'Good'],
  [500, 'Watch'],
  [100, 'Bad'],
])('reports %d MB of available memory as %s', (megabytes, level) => {
  const facts = { availableBytes: megabytes * 1024 ** 2, totalBytes: 4 * gigabyte };
  expectFinding(checkMemory(facts), level, /of 4096 MB/, /memory/);
});
