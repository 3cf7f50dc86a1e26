/** Reads the configuration, opens the store, fills an empty one, listens, and goes down without losing anybody. */
import { buildApp } from './app.ts';
import { openBus } from './hub/bus/open.ts';
import { findDemo } from './modules/info/service.ts';
import { type Config, describeConfig, readConfig } from './platform/config/config.ts';
import { version } from './platform/config/version.ts';
import { createLog } from './platform/log/log.ts';
import { openStore } from './platform/store/open-store.ts';
import { firstStart } from './seed/first-start.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const saidOfStart = {
  known: undefined,
  demo: 'The store was empty: it has demo data now (DEMO=0 asks for none).',
  owner: 'The store was empty: the owner of OWNER_EMAIL may sign in now.',
  nobody:
    'The store is empty and nobody can sign in yet. Start once with OWNER_EMAIL, OWNER_PASSWORD, OWNER_NAME and OWNER_OUTLET to make the owner.',
} as const;

async function start(config: Config): Promise<() => Promise<void>> {
  const log = createLog(config.logLevel);
  const store = await openStore(
    config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir },
    { log },
  );
  const words = saidOfStart[await firstStart(store, config, Date.now)];
  if (words) say(words);

  let isDraining = false;
  const bus = await openBus(config, log);
  const app = await buildApp({ config, store, bus, log, isDraining: () => isDraining });
  const demo = await findDemo(store);
  const host = config.host ?? (demo ? '127.0.0.1' : '0.0.0.0');
  const address = await app.listen({ port: config.port, host });
  say(`Atoll ${version} listens on ${address}`);
  if (demo && !config.host) say('Demo data is in use: only this machine is answered (HOST=0.0.0.0 answers all).');

  return async () => {
    isDraining = true;
    await app.close();
    await store.close();
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

/** Starts the server of this process; what keeps it from starting is printed and ends the process. */
export async function serve(): Promise<void> {
  try {
    const config = readConfig(process.env);
    for (const line of describeConfig(config)) say(line);
    endOnSignal(await start(config));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  }
}
