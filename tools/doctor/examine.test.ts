import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type PrintServer, startPrintServer } from '../../apps/print-server/src/server.ts';
import { openStore } from '../../apps/server/src/platform/store/open-store.ts';
import { backUpSqlite } from '../../apps/server/src/platform/store/sqlite/backup.ts';
import { storeName } from '../../apps/server/src/platform/store/store-name.ts';
import { eachEngine, placeIn } from '../../apps/server/src/platform/store/testing/engine.ts';
import { addOutlet } from '../../apps/server/src/platform/store/testing/outlet.ts';
import { silentLog } from '../../apps/server/src/platform/store/testing/silent-log.ts';
import { issueLeaf, makeAuthority } from '../../apps/server/src/platform/tls/issue.ts';
import { requireNode } from '../scripts/folder.mjs';
import { freePort } from '../scripts/free-port.ts';
import { programFile } from '../scripts/program-file.ts';
import { examine } from './examine.ts';
import { exitCodeOf, type Finding, type Level } from './finding.ts';
import { type Machine, thisMachine } from './machine.ts';
import { checkStore, readPostgres, readSqlite } from './store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const gigabyte = 1024 ** 3;

const dataDir = mkdtempSync(join(tmpdir(), 'atoll-doctor-'));
let env: Record<string, string> = {};
let server: ChildProcess;
let printServer: PrintServer;

/** A machine with enough of everything, without systemd; its only address is that of this machine. */
const healthy: Machine = {
  ...thisMachine,
  run: async () => null,
  space: () => ({ freeBytes: 50 * gigabyte, totalBytes: 100 * gigabyte }),
  memory: () => ({ availableBytes: 2 * gigabyte, totalBytes: 4 * gigabyte }),
  addresses: () => ['127.0.0.1'],
};

/** Expects exactly one finding that is neither Good nor Off, and how doctor ends. */
function expectOnly(findings: readonly Finding[], check: string, level: Level, remedy: RegExp): void {
  const found = findings.filter((finding) => finding.level === 'Bad' || finding.level === 'Watch');
  expect(found).toMatchObject([{ check, level, remedy: expect.stringMatching(remedy) }]);
  expect(exitCodeOf(findings)).toBe(level === 'Bad' ? 1 : 2);
}

/** Returns the hash of each file of a folder, and the mode of each folder. */
function contentOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true }) as string[];
  const describe = (path: string): string => {
    const { mode, mtimeMs } = statSync(path);
    return statSync(path).isDirectory()
      ? `folder ${mode}`
      : `${mode} ${mtimeMs} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
  };
  return Object.fromEntries(paths.toSorted().map((path) => [path, describe(join(folder, path))]));
}

async function fill(): Promise<void> {
  const store = await openStore(placeIn(dataDir), { log: silentLog });
  const outletId = await addOutlet(store);
  await heardIn(store, outletId);
  await store.close();
  backUpSqlite(dataDir, 'manual', Date.now());
}

/** Writes a history entry, and that two devices were heard: one now, one three days ago. */
async function heardIn(store: Awaited<ReturnType<typeof openStore>>, outletId: number): Promise<void> {
  await store.writeOutlet(outletId, async (tx) => {
    tx.history({ subject: 'Setting', subjectKey: 'Name', action: 'Updated', userId: 7, deviceId: null, after: {} });
    const values = [0, 3].map((days) => ({
      outlet_id: outletId,
      device_id: `device-${days}`,
      heard_at: Date.now() - days * dayMs,
      absences: '[]',
    }));
    tx.write(tx.db.insertInto('device_contact').values(values));
  });
}

beforeAll(async () => {
  await fill();
  mkdirSync(join(dataDir, 'print'), { mode: 0o700 });
  printServer = await startPrintServer({ port: 0, dataDir });
  const port = await freePort();
  env = {
    DATA_DIR: dataDir,
    HOST: '0.0.0.0',
    DEMO: '0',
    TLS: 'own',
    HTTPS_PORT: String(port),
    HTTP_PORT: String(await freePort()),
    PUBLIC_URL: `https://localhost:${port}`,
    PRINT_PORT: String(printServer.port),
  };
  server = spawn(requireNode(), [programFile('apps/server/src/main.ts')], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  server.stdout?.on('data', (text: Buffer) => (out += text.toString()));
  await vi.waitUntil(() => out.includes('/hello is on'), { timeout: 60_000 });
});

async function endServer(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

afterAll(async () => {
  await endServer();
  await printServer.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('[R31.27] finds nothing to do on a healthy folder with a running server, and names each thing that it tests', async () => {
  const findings = await examine(env, healthy);
  expect(findings.filter(({ level }) => level === 'Bad' || level === 'Watch')).toEqual([]);
  expect(exitCodeOf(findings)).toBe(0);
  const tested = [
    'Settings',
    'Server',
    'Clock',
    'Disk writes',
    'Free space',
    'Data folder',
    'Certificate',
    'Port of /hello',
    'Address',
    'Name',
  ];
  const printers = ['Bar', 'Front', 'Kitchen', 'PDF'].map((name) => `Printer ${name}`);
  const others = [
    ...printers,
    'Devices',
    'Print server',
    'Backup',
    'Off-site copy',
    'Database',
    'Service',
    'Print service',
    'Sleep',
    'Memory',
  ];
  expect(findings.map(({ check }) => check).toSorted()).toEqual([...tested, ...others].toSorted());
  const textOf = (name: string) => findings.find(({ check }) => check === name)?.text;
  expect(textOf('Devices')).toBe('The server heard 1 of 2 in the last 24 hours.');
  expect(textOf('Disk writes')).toMatch(/^200 writes of 4 KiB/);
  expect(textOf('Name')).toBe(`The server answers at ${env['PUBLIC_URL']}.`);
});

it('[R31.26] only reads, ends with 0, 1 or 2, prints JSON, and gives each finding a one-sentence remedy', () => {
  const run = (args: string[], more: Record<string, string> = {}) =>
    spawnSync(requireNode(), [programFile('tools/doctor.ts'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', ...env, ...more },
    });
  // The shared memory of readers, and the ends that the server signs each minute.
  const kept = () => Object.entries(contentOf(dataDir)).filter(([path]) => !/-shm$|^history\.ends/.test(path));
  /** Runs doctor, and returns what changed in the folder in the meantime. */
  const reading = () => {
    const before = new Map(kept());
    const { status, stdout } = run(['--json']);
    const after = new Map(kept());
    const paths = [...new Set([...before.keys(), ...after.keys()])];
    return { status, stdout, changed: paths.filter((path) => before.get(path) !== after.get(path)) };
  };
  const isOfServer = (path: string) => /^atoll\.db(-wal)?$/.test(path);
  let read = reading();
  // The server writes to its store now and then, which doctor would do each time.
  for (let more = 0; more < 3 && read.changed.length > 0 && read.changed.every(isOfServer); more += 1) read = reading();
  const { status, stdout, changed } = read;
  expect(changed).toEqual([]);
  const report = JSON.parse(stdout) as { exitCode: number; seconds: number; findings: Finding[] };
  expect(status).toBe(report.exitCode);
  expect(status).toBe(exitCodeOf(report.findings));
  expect(report.seconds).toBeLessThan(15);
  expect(report.findings).toContainEqual(expect.objectContaining({ check: 'Server', level: 'Good', remedy: null }));

  for (const { level, remedy } of report.findings) {
    const hasRemedy = level === 'Bad' || level === 'Watch';
    if (hasRemedy) expect(remedy).toMatch(/^[A-Z](?:(?!\. )[^!?])+\.$/);
    else expect(remedy).toBeNull();
  }
  const wrong = run([], { TLS: 'on' });
  expect(wrong.status).toBe(1);
  expect(wrong.stdout).toMatch(
    /^Bad +Settings +.*TLS: is 'off', 'own', 'files' or 'acme', not 'on'\.\n +→ Correct this setting/,
  );
  expect(run(['--fix']).stderr).toBe('doctor does not know --fix. Use: npm run doctor [-- --json]\n');
});

it('names a data folder that others may read', async () => {
  chmodSync(dataDir, 0o755);
  try {
    expectOnly(await examine(env, healthy), 'Data folder', 'Bad', /^Run chmod -R go-rwx /);
  } finally {
    chmodSync(dataDir, 0o700);
  }
});

it('names a full disk, little memory, and a backup that is two days old', async () => {
  const space = () => ({ freeBytes: gigabyte / 2, totalBytes: 100 * gigabyte });
  expectOnly(await examine(env, { ...healthy, space }), 'Free space', 'Bad', /^Delete files/);
  const memory = () => ({ availableBytes: gigabyte / 4, totalBytes: 4 * gigabyte });
  expectOnly(await examine(env, { ...healthy, memory }), 'Memory', 'Watch', /^End programs/);
  const later = await examine(env, { ...healthy, now: () => Date.now() + 49 * hourMs });
  expect(later.find(({ check }) => check === 'Backup')).toMatchObject({
    level: 'Bad',
    remedy: expect.stringMatching(/npm run backup/),
  });
  expect(later.find(({ check }) => check === 'Devices')).toMatchObject({ level: 'Watch' });
  expect(exitCodeOf(later)).toBe(1);
});

it('names a network printer at whose address nothing answers, and a print server that is off', async () => {
  const printer = { kind: 'tcp', host: '127.0.0.1', port: await freePort() };
  const headers = { 'content-type': 'application/json', origin: printServer.url };
  const answer = await fetch(`${printServer.url}/printers/Kitchen`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(printer),
  });
  expect(answer.status).toBe(200);
  expectOnly(await examine(env, healthy), 'Printer Kitchen', 'Bad', /^Look at its power/);
  const withoutServer = { ...env, PRINT_PORT: String(await freePort()) };
  expectOnly(await examine(withoutServer, healthy), 'Print server', 'Bad', /^Start the print server/);
  await fetch(`${printServer.url}/printers/Kitchen`, { method: 'DELETE', headers });
});

it('names a server that has another store than the settings', async () => {
  const other = mkdtempSync(join(tmpdir(), 'atoll-doctor-other-'));
  const store = await openStore(placeIn(other), { log: silentLog });
  await storeName(store, Date.now());
  const findings = await examine({ ...env, DATA_DIR: other }, healthy);
  await store.close();
  rmSync(other, { recursive: true });
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'Server', level: 'Watch', remedy: expect.stringContaining('such as DATA_DIR') }),
  );
});

it('names a setting that is not one, and a name that no resolver knows', async () => {
  expectOnly(await examine({ ...env, DATABSE_URL: 'x' }, healthy), 'Settings', 'Watch', /DATABASE_URL/);
  const named = await examine({ ...env, PUBLIC_URL: 'https://nobody.invalid' }, healthy);
  const findingOf = (name: string) => named.find(({ check }) => check === name);
  expect(findingOf('Name')).toMatchObject({ level: 'Bad', remedy: expect.stringContaining('router') });
  expect(findingOf('Certificate')).toMatchObject({
    level: 'Bad',
    text: expect.stringContaining('not for nobody.invalid'),
  });
});

it('names the certificate of the shop that ends in 5 days, and one that is damaged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-doctor-tls-'));
  mkdirSync(join(folder, 'tls'), { mode: 0o700 });
  const issuedAt = Date.now() - 390 * dayMs;
  const authority = await makeAuthority('Reef', [], issuedAt);
  writeFileSync(join(folder, 'tls/authority.json'), JSON.stringify(authority));
  const leaf = await issueLeaf(authority, ['localhost', '127.0.0.1'], issuedAt);
  writeFileSync(join(folder, 'tls/leaf.json'), JSON.stringify(leaf));
  const tls = {
    ...env,
    DATA_DIR: folder,
    PUBLIC_URL: '',
    HTTPS_PORT: String(await freePort()),
    HTTP_PORT: '0',
  };
  const certificate = async () => (await examine(tls, healthy)).find(({ check }) => check === 'Certificate');
  expect(await certificate()).toMatchObject({
    level: 'Bad',
    text: expect.stringMatching(/^It ends in \d days\. Fingerprint of the authority: [0-9A-F ]{19}\.$/),
  });
  writeFileSync(join(folder, 'tls/leaf.json'), '{');
  expect(await certificate()).toMatchObject({ level: 'Bad', text: expect.stringContaining('is damaged') });
  rmSync(folder, { recursive: true });
});

it('names a server that is off, and another program on its port; nothing in the folder changes', async () => {
  await endServer();
  const before = contentOf(dataDir);
  const findings = await examine({ ...env, PUBLIC_URL: '' }, healthy);
  expectOnly(findings, 'Server', 'Bad', /^Start the server\.$/);
  expect(findings.find(({ check }) => check === 'Devices')?.text).toContain('heard 1 of 2');
  expect(contentOf(dataDir)).toEqual(before);
  const other = createServer((_, response) => response.end('another program'));
  other.listen(Number(env['HTTPS_PORT']), '127.0.0.1');
  await once(other, 'listening');
  const taken = await examine({ ...env, PUBLIC_URL: '', HOST: '127.0.0.1' }, healthy);
  expectOnly(taken, 'Server', 'Bad', /another port with HTTPS_PORT/);
  other.close();
});

eachEngine('the facts of a store', (on) => {
  it('has its name, its newest record and its devices, and names tables of a newer release', async () => {
    const at = await on.placeWithTables();
    const store = await on.open({ at });
    const started = Date.now();
    await heardIn(store, await addOutlet(store));
    await heardIn(store, await addOutlet(store, { name: 'Lagoon' }));
    const read = () =>
      'dataDir' in at
        ? readSqlite(at.dataDir, true, Date.now())
        : readPostgres({ ...at, databaseDirectUrl: undefined, requiresSync: false });
    const facts = await read();
    expect(facts).toMatchObject({ engine: on.engine, state: 'read', pending: 0, devices: { known: 2, recent: 1 } });
    expect(facts.newestAt).toBeGreaterThanOrEqual(started);
    expect(checkStore(facts).level).toBe('Good');
    // To a reader that does not know of the server, its log is that of one that was killed.
    if ('dataDir' in at)
      expect(await readSqlite(at.dataDir, false, Date.now())).toMatchObject({ state: 'unclean', newestAt: 0 });
    await on.tamper(
      at,
      `insert into migration (number, name, sha256, applied_at, needs) values (9000, 'later', '', 0, 9000)`,
    );
    const newer = checkStore(await read());
    expect([newer.level, newer.text]).toEqual(['Bad', expect.stringContaining('written by a newer version')]);
  });
});
