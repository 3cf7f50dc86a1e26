/** Reads everything that doctor tests, and returns the findings. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { readSynchronized } from '../../apps/server/src/platform/clock/synchronized.ts';
import { type Config, readConfig, settingNames } from '../../apps/server/src/platform/config/config.ts';
import { findMisspelled } from '../../apps/server/src/platform/config/misspelled.ts';
import { releasedAt } from '../../apps/server/src/platform/config/version.ts';
import { markName } from '../../apps/server/src/platform/offsite/mark.ts';
import { listBackups } from '../../apps/server/src/platform/store/sqlite/backup-list.ts';
import { isFolderUsed } from '../../apps/server/src/platform/store/sqlite/data-folder.ts';
import { within } from './ask.ts';
import {
  checkCertificate,
  noCertificate,
  readAuthorities,
  readCertificate,
  unreadableCertificate,
} from './certificate.ts';
import { checkClock } from './clock.ts';
import { checkBackup, checkDevices, checkOffsite } from './devices.ts';
import { checkSpace, checkSync, measureSync } from './disk.ts';
import { bad, type Finding, good, watch } from './finding.ts';
import { checkFolder, readFolder } from './folder.ts';
import type { Machine } from './machine.ts';
import { checkPorts, healthUrls, type PortFacts, readPort } from './ports.ts';
import { checkPrinters, readPrinters } from './printers.ts';
import { checkAddresses, checkName, readAddresses, readName } from './reach.ts';
import { checkMemory, checkService, checkSleep, readUnit, sleepTargets } from './services.ts';
import { checkStore, readPostgres, readSqlite, type StoreFacts } from './store.ts';

const shareMs = 4000;

/** Returns whether a folder of copies is there, with the file that marks it: the place of a disk that is not connected is a folder too. A share may hang. */
const isTarget = (folder: string): Promise<boolean> =>
  within(access(join(folder, markName)), shareMs).then(
    () => true,
    () => false,
  );

/** Returns the finding about copies away from this machine. */
async function offsiteFinding({ offsite }: StoreFacts, config: Config, now: number): Promise<Finding> {
  const isThere = offsite === null || offsite.folder === null || (await isTarget(offsite.folder));
  return checkOffsite(offsite, now, { isWanted: config.offsiteTarget !== null, isThere });
}

type Findings = Finding | readonly Finding[];

/** Returns findings; what cannot be tested is one of them. */
async function attempt(check: string, test: () => Findings | Promise<Findings>): Promise<readonly Finding[]> {
  try {
    return [await test()].flat();
  } catch (error) {
    const text = `It could not be tested: ${(error as Error).message}.`;
    return [bad(check, text, 'Run doctor as the user of the server, with the settings of the server.')];
  }
}

/** Returns whether a process has the data folder; undefined with a database server, and where that cannot be read. */
function isUsed({ databaseUrl, dataDir }: Config): boolean | undefined {
  if (databaseUrl !== undefined) return undefined;
  try {
    return isFolderUsed(dataDir);
  } catch {
    // Another user owns the folder; the finding about the folder says so.
    return undefined;
  }
}

const readStore = (config: Config, isFolderInUse: boolean | undefined, now: number): Promise<StoreFacts> =>
  config.databaseUrl === undefined ? readSqlite(config.dataDir, isFolderInUse === true, now) : readPostgres(config);

function certificateFinding(config: Config, app: PortFacts, now: number): Finding {
  if (!config.tls) return noCertificate(config.publicUrl);
  try {
    return checkCertificate(readCertificate(config, { now, served: app.certificate }));
  } catch (error) {
    return unreadableCertificate(error, config.tls.mode);
  }
}

/** Returns the findings about the settings. Throws nothing: wrong ones are a finding, and then there is nothing else to test. */
function readSettings(env: NodeJS.ProcessEnv): { readonly config: Config | null; readonly findings: Finding[] } {
  const name = 'Settings';
  const misspelled = findMisspelled(Object.keys(env), settingNames).map(({ given, meant }) =>
    watch(name, `${given} is not a setting of Atoll and is ignored.`, `Rename it to ${meant}, or remove it.`),
  );
  try {
    const config = readConfig(env);
    return { config, findings: misspelled.length > 0 ? misspelled : [good(name, 'They are complete and valid.')] };
  } catch (error) {
    const text = (error as Error).message.replace(/\s*\n\s*/g, ' ');
    return {
      config: null,
      findings: [bad(name, `${text}.`, 'Correct this setting and start Atoll again.'), ...misspelled],
    };
  }
}

async function aboutServer(config: Config, machine: Machine): Promise<Finding[]> {
  const { tls, port, host, publicUrl, dataDir, databaseUrl } = config;
  const isFolderInUse = isUsed(config);
  const urls = healthUrls(config);
  const [app, hello, store] = await Promise.all([
    readPort(urls.app),
    urls.hello === undefined ? undefined : readPort(urls.hello),
    readStore(config, isFolderInUse, machine.now()),
  ]);
  const now = machine.now();
  const { engine, createdAt, newestAt, offsetMs } = store;
  const addresses = async (): Promise<Findings> => {
    if (app.state !== 'atoll') return [];
    const found = await readAddresses(machine.addresses(), { scheme: tls ? 'https' : 'http', port });
    return checkAddresses(found, host);
  };
  const byName = async (): Promise<Findings> => {
    if (publicUrl === undefined) return checkName(null);
    return checkName(await readName(publicUrl, tls?.mode === 'own' ? readAuthorities(dataDir) : []));
  };
  const clock = async (): Promise<Finding> => {
    const isSynchronized = await readSynchronized(machine.run);
    return checkClock({ now, releasedAt, newestAt, databaseOffsetMs: offsetMs, isSynchronized });
  };
  const groups = await Promise.all([
    attempt('Server', () => checkPorts({ app, hello, store: store.name, isFolderUsed: isFolderInUse })),
    attempt('Database', () => checkStore(store)),
    attempt('Clock', clock),
    attempt('Certificate', () => certificateFinding(config, app, now)),
    attempt('Address', addresses),
    attempt('Name', byName),
    attempt('Devices', () => checkDevices(store)),
    attempt('Off-site copy', () => offsiteFinding(store, config, now)),
    attempt('Backup', () =>
      checkBackup({
        engine,
        backups: databaseUrl === undefined ? listBackups(dataDir) : [],
        createdAt: createdAt || now,
        now,
      }),
    ),
  ]);
  return groups.flat();
}

async function aboutMachine({ dataDir, printPort }: Config, machine: Machine): Promise<Finding[]> {
  const printing = await attempt('Print server', async () => checkPrinters(await readPrinters(dataDir, printPort)));
  const prints = printing.some(({ level }) => level !== 'Off');
  const service = (check: string, unit: string, isNeeded: boolean) =>
    attempt(check, async () => checkService(check, unit, await readUnit(machine, unit), isNeeded));
  const groups = await Promise.all([
    attempt('Data folder', () => checkFolder(readFolder(dataDir))),
    attempt('Free space', () => checkSpace(machine.space(dataDir))),
    service('Service', 'atoll.service', true),
    service('Print service', 'atoll-print-server.service', prints),
    attempt('Sleep', async () =>
      checkSleep(await Promise.all(sleepTargets.map((target) => readUnit(machine, target)))),
    ),
    attempt('Memory', () => checkMemory(machine.memory())),
  ]);
  return [...printing, ...groups.flat()];
}

/** Tests everything. Nothing is changed; the file that measures the disk is removed. */
export async function examine(env: NodeJS.ProcessEnv, machine: Machine): Promise<Finding[]> {
  const { config, findings } = readSettings(env);
  if (config === null) return findings;
  const [server, here] = await Promise.all([aboutServer(config, machine), aboutMachine(config, machine)]);
  // Alone, so that the other tests do not wait for the disk, and it does not wait for them.
  const writes = await attempt('Disk writes', async () => checkSync(await measureSync(config.dataDir)));
  return [...findings, ...server, ...here, ...writes];
}
