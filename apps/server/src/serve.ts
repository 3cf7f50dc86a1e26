/** Reads the configuration, opens the store, fills an empty one, listens, and stops without losing a request. */
import { existsSync } from 'node:fs';
import { shownFingerprint } from '@atoll/domain/trust/fingerprint';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { runDoctor } from './doctor.ts';
import { defaultShop, followTls, holdAuthority, openTls } from './https.ts';
import { openBus } from './hub/bus/open.ts';
import { type Hello, type Listening, listen } from './listen.ts';
import { noteRestored } from './modules/backup/restore-note.ts';
import { noteUpdates } from './modules/backup/update-note.ts';
import { isNewStore } from './modules/info/service.ts';
import { ownerCode } from './modules/start/owner-code.ts';
import { createHelloServer } from './modules/trust/hello/server.ts';
import { hostForDevices, originOf } from './modules/trust/service.ts';
import { ServerClock } from './platform/clock/server-clock.ts';
import { readSynchronized } from './platform/clock/synchronized.ts';
import { type Config, describeConfig, readConfig, settingNames } from './platform/config/config.ts';
import { findMisspelled } from './platform/config/misspelled.ts';
import { version } from './platform/config/version.ts';
import { keepPrivate } from './platform/disk/private-folder.ts';
import { noteOrigin } from './platform/http/former-origins.ts';
import { createLog } from './platform/log/log.ts';
import { publishNames } from './platform/mdns/publish.ts';
import { locationOf, openStore, type StoreLog } from './platform/store/open-store.ts';
import type { Store } from './platform/store/store.ts';
import type { Authority, Tls } from './platform/tls/tls.ts';
import { wantedNames } from './platform/tls/wanted-names.ts';
import { filledMark, findMark, firstStart } from './seed/first-start.ts';

const watchMs = 2000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const startMessages = {
  known: undefined,
  demo: 'The store was empty: it has demo data now (DEMO=0 asks for none).',
  owner: 'The store was empty: the owner of OWNER_EMAIL may sign in now.',
  nobody: 'The store is empty: open the app, the first visit asks for the owner.',
} as const;

const ownerCodeMessage = (code: string): string =>
  `Owner code: ${code} (the first visit asks for it, except on this machine itself).`;

const fingerprintMessage = ({ sha256 }: Authority): string =>
  `Fingerprint of the shop's authority: ${shownFingerprint(sha256)} (a device compares it on /hello).`;

interface Running {
  /** The port that it listens on: a port that the system chose is used for the next start too. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Why the process starts again: it leaves the demo data, another process replaced the store, or a backup was restored. */
type Turn = 'leaveDemo' | 'replaced' | 'restored';

/** Returns the settings with the addresses that the app had before, as its data folder has them. */
function withFormer(config: Config, now: number): Config {
  const { publicUrl, tls, dataDir, port } = config;
  const isChosen = publicUrl !== undefined;
  if (!isChosen && !(tls && port > 0)) return config;
  const origin = isChosen ? new URL(publicUrl).origin : originOf('https', hostForDevices(config), port);
  return { ...config, formerOrigins: noteOrigin(dataDir, { origin, isChosen }, now) };
}

/** Makes the keys beside a database private, as an embedded store makes its folder; a folder of somebody else is said in the log. */
function keepKeysPrivate({ databaseUrl, dataDir }: Config, log: StoreLog): void {
  if (databaseUrl === undefined || !existsSync(dataDir)) return;
  try {
    keepPrivate(dataDir);
  } catch (error) {
    log.warn({ err: error }, 'The data folder could not be made private');
  }
}

async function start(given: Config, turn: (why: Turn) => void): Promise<Running> {
  const log = createLog(given.logLevel);
  const clock = new ServerClock();
  const config = withFormer(given, clock.now());
  keepKeysPrivate(config, log);
  const store = await openStore(locationOf(config), { log, now: clock.now });
  await clock.compare(store, log);
  const stopComparing = clock.follow(store, log);
  await noteRestored(store);
  await noteUpdates(store, config.dataDir);
  const words = startMessages[await firstStart(store, config, clock.now)];
  if (words) print(words);
  if (await isNewStore(store)) print(ownerCodeMessage(await ownerCode(store, clock.now())));

  const authority = await holdAuthority(config, log);
  const tls = await openTls(config, store, clock.now, log);
  if (tls?.authority) print(fingerprintMessage(tls.authority));
  let isDraining = false;
  const bus = await openBus({ ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl }, log);
  const app = await buildApp({
    config,
    store,
    clock: clock.now,
    bus,
    log,
    tls,
    helloPort: () => listening.helloPort,
    doctor: runDoctor,
    isClockSet: () => readSynchronized(),
    isDraining: () => isDraining,
    leaveDemo: () => turn('leaveDemo'),
    restart: () => turn('restored'),
  });
  const stopBackground = await startBackground(store, config, log);
  const watch = watchStore(store, log, () => turn('replaced'));
  const published = config.tls?.isPublished ? publishNames(localNames(config), { log }) : undefined;
  const hello = tls && helloOf(config, tls, () => listening.port);
  const listening: Listening = await listen(app, { config, store, name: `Atoll ${version}`, print, hello });
  // After the port without https answers, where a public authority looks for a proof.
  const stopTls = tls && followTls(tls, app.server);

  return {
    port: listening.port,
    stop: async () => {
      isDraining = true;
      listening.stop();
      clearInterval(watch);
      stopTls?.();
      await published?.stop();
      stopBackground();
      stopComparing();
      await app.close();
      await authority?.release();
      await store.close();
    },
  };
}

/** Returns the names that devices find without a name server. */
const localNames = ({ publicUrl }: Config): string[] =>
  wantedNames(publicUrl && new URL(publicUrl).hostname, []).filter((name) => name.endsWith('.local'));

/** Returns the server without https of a server with https. */
const helloOf = ({ tls, publicUrl }: Config, certificate: Tls, httpsPort: () => number): Hello => ({
  server: createHelloServer({
    shop: tls?.shop ?? defaultShop,
    publicUrl,
    authority: () => certificate.authority,
    challengeAnswer: (token) => certificate.challengeAnswer?.(token),
    httpsPort,
  }),
  port: tls?.httpPort ?? 0,
});

/** Another process of the cluster may archive the store. This process then starts again with the new one. */
function watchStore(store: Store, log: StoreLog, onReplaced: () => void): NodeJS.Timeout | undefined {
  if (store.engine !== 'postgres') return undefined;
  const read = () => findMark(store);
  const known = read();
  const look = async (): Promise<void> => {
    if ((await read()) !== (await known)) onReplaced();
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'the store could not be looked at'));
  }, watchMs);
  return timer.unref();
}

/** Runs the server until it is asked to end; leaving the demo data or a restore restarts it in the same process. */
async function run(config: Config): Promise<() => Promise<void>> {
  let running: Running;
  let turning: Promise<void> | undefined;
  const begin = async (why: Turn): Promise<void> => {
    await running.stop();
    if (why === 'leaveDemo') {
      // Loaded only when needed, because it uses both engines.
      const { archiveStore } = await import('./platform/store/archive.ts');
      const archive = await archiveStore(locationOf(config), filledMark, Date.now());
      print(`The demo data was left; it is kept in ${archive}. The first visit asks for the owner.`);
    }
    running = await start({ ...config, port: running.port }, turn);
  };
  const turn = (why: Turn): void => {
    turning ??= begin(why)
      .catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      })
      .finally(() => {
        turning = undefined;
      });
  };
  running = await start(config, turn);
  return async () => {
    await turning;
    await running.stop();
  };
}

function endOnSignal(stop: () => Promise<void>): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}

/** Starts the server of this process and returns its configuration. An error that prevents the start is printed and ends the process. */
export async function serve(): Promise<Config> {
  try {
    // Whatever this process writes is for its user alone (R36.24).
    process.umask(0o077);
    const config = readConfig(process.env);
    for (const line of describeConfig(config)) print(line);
    for (const { given, meant } of findMisspelled(Object.keys(process.env), settingNames))
      process.stderr.write(`${given} is not a setting of Atoll and is ignored. Did you mean ${meant}?\n`);
    endOnSignal(await run(config));
    return config;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  }
}
