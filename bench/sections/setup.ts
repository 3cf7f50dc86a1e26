/** Measures what a shop waits for when its server is set up, kept and updated: certificates, doctor, off-site copies and an update. Source: design 31, 10. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { get as getHttp, Agent as HttpAgent } from 'node:http';
import { createServer, get as getHttps, Agent as HttpsAgent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { version } from '../../apps/server/src/platform/config/version.ts';
import { encryptInto, makeRecovery } from '../../apps/server/src/platform/offsite/age.ts';
import { openTarget } from '../../apps/server/src/platform/offsite/open-target.ts';
import { workOn } from '../../apps/server/src/platform/offsite/work.ts';
import { openStore } from '../../apps/server/src/platform/store/open-store.ts';
import { silentLog } from '../../apps/server/src/platform/store/testing/silent-log.ts';
import { openOwn } from '../../apps/server/src/platform/tls/own.ts';
import { secureOptions } from '../../apps/server/src/platform/tls/tls.ts';
import { requireNode, root } from '../../tools/scripts/folder.mjs';
import { freePort } from '../../tools/scripts/free-port.ts';
import { programFile } from '../../tools/scripts/program-file.ts';
import { runUpdate } from '../../tools/update/run.ts';
import { isReadyAt } from '../../tools/update/service.ts';
import { installed } from '../../tools/update/testing/installed.ts';
import { atLeast, atMost, type Figure, median, quantile } from '../figure.ts';
import { end, startProgram, startWorker } from '../process.ts';
import type { Run } from '../run.ts';
import { type Place, startServer, whenReady } from '../server.ts';
import { signIn } from '../signed-in.ts';
import { keepers, tillPlaces } from '../store.ts';
import { archives, setUp } from './install.ts';

const section = 'setup and care';
const passphrase = 'boneda ritofa kemija podage sunalo vitera';

/** Returns how long some work takes, in ms. */
async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const own = (dataDir: string) =>
  openOwn({
    dataDir,
    shop: 'Reef',
    chosen: undefined,
    log: silentLog,
    addresses: () => ['127.0.0.1'],
    now: Date.now,
    notBefore: async () => 0,
  });

async function certificates(folder: string, rounds: number): Promise<Figure[]> {
  const made: number[] = [];
  for (let round = 0; round < rounds; round += 1) made.push(await timed(() => own(join(folder, `tls-${round}`))));
  const tls = await own(join(folder, 'tls-0'));
  const server = createServer(secureOptions(tls.pair()));
  const swaps: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    swaps.push(await timed(() => server.setSecureContext(secureOptions(tls.pair()))));
  return [
    { section, name: 'authority and certificate', value: median(made), unit: 'ms', budget: atMost(1000) },
    { section, name: 'swap of the certificate', value: median(swaps), unit: 'ms', budget: atMost(20) },
  ];
}

/** Opens a connection that stays open for calls of one address. */
function connect(url: string): { readonly ask: () => Promise<void>; readonly end: () => void } {
  const isSecure = url.startsWith('https:');
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const asked = isSecure
        ? getHttps(url, { agent: agent as HttpsAgent, rejectUnauthorized: false })
        : getHttp(url, { agent });
      asked.on('error', reject).on('response', (response) => response.on('end', resolve).resume());
    });
  return { ask, end: () => agent.destroy() };
}

/** Returns the ms of calls, in turn on a connection to each address: what the machine does besides delays all of them alike. */
async function calls(urls: readonly string[], isEnough: (done: number) => boolean): Promise<readonly number[][]> {
  const connections = urls.map(connect);
  const ms = connections.map((): number[] => []);
  while (!isEnough(ms[0]?.length ?? 0))
    for (const [index, { ask }] of connections.entries()) ms[index]?.push(await timed(ask));
  for (const { end: close } of connections) close();
  return ms.map((each) => each.slice(1));
}

async function tlsOfCalls(place: Place, plainUrl: string, count: number): Promise<Figure> {
  const [port, hello] = [await freePort(), await freePort()];
  const env = {
    ...place,
    TLS: 'own',
    HTTPS_PORT: String(port),
    HTTP_PORT: String(hello),
    MDNS: '0',
    HOST: '127.0.0.1',
  };
  const child = startProgram('apps/server/src/main.ts', { ...env, DEMO: '0', LOG_LEVEL: 'error' });
  await whenReady(`http://127.0.0.1:${hello}/health`, child);
  const urls = [`${plainUrl}/health`, `https://127.0.0.1:${port}/health`];
  const [plain = [], secure = []] = await calls(urls, (done) => done > count);
  await end(child);
  const value = Math.max(0, median(secure) - median(plain));
  return { section, name: 'https adds to a call, p50', value, unit: 'ms', budget: atMost(0.3) };
}

async function copies(run: Run, place: Place, url: string, outletIds: readonly number[]): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bench-copies-'));
  const load = startWorker('load/main.ts');
  try {
    const login = { address: { kind: 'Folder', path: folder }, secret: '' } as const;
    await (await openTarget(login, place.DATA_DIR)).prepare();
    const { id, recipient, sealed } = await makeRecovery(passphrase, 10);
    const about = { dataDir: place.DATA_DIR, login, recovery: { id, recipient, sealed }, shop: 'abcdef01' };
    const order = { ...about, settings: '', timezone: 'Indian/Maldives', mayRemove: true };
    let isMade = false;
    const copying = workOn('copy', { ...order, kind: 'Full', now: Date.now() }).finally(() => (isMade = true));
    const [beside = []] = await calls([`${url}/health`], (done) => isMade && done > 1);
    const full = await copying;
    await load.ask({ do: 'openShifts', port: Number(new URL(url).port), places: keepers(outletIds) });
    const places = tillPlaces(4, outletIds);
    await load.ask({ do: 'calls', port: Number(new URL(url).port), places, listeners: 0, ms: run.sizes.callsMs });
    const diff = await workOn('copy', { ...order, kind: 'Diff', now: Date.now() + 1000 });
    const bytes = run.isQuick ? 4e6 : 64e6;
    const parts = Readable.from(
      (function* () {
        for (let left = bytes; left > 0; left -= 1e6) yield randomBytes(1e6);
      })(),
    );
    const encrypted = await timed(() => encryptInto(join(folder, 'speed.age'), parts, [recipient]));
    const note = `full copy of ${(full.bytes / 1e6).toFixed(1)} MB; sales of ${run.sizes.callsMs / 1000} s by 4 tills`;
    return [
      {
        section,
        name: 'p99 of calls beside a copy',
        value: quantile(beside, 0.99),
        unit: 'ms',
        budget: atMost(30),
        note: `${beside.length} calls`,
      },
      { section, name: 'encryption', value: bytes / 1000 / encrypted, unit: 'MB/s', budget: atLeast(15) },
      {
        section,
        name: 'copy of changes, of the full one',
        value: (diff.bytes / full.bytes) * 100,
        unit: '%',
        budget: atMost(20),
        note,
      },
    ];
  } finally {
    await load.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function doctor(place: Place, port: number): Figure {
  const startedAt = performance.now();
  const env = { ...process.env, ...place, PORT: String(port), HOST: '127.0.0.1', DEMO: '0' };
  spawnSync(requireNode(), [programFile('tools/doctor.ts'), '--json'], { cwd: root, env });
  return { section, name: 'doctor', value: performance.now() - startedAt, unit: 'ms', budget: atMost(15_000) };
}

/** Asks for Care as its screen does: everything is looked at again. */
async function care(url: string, rounds: number): Promise<Figure> {
  const { call } = await signIn(url, 1);
  const ms: number[] = [];
  for (let round = 0; round < rounds; round += 1) ms.push((await call('/app/care')).ms);
  return { section, name: 'care, p50', value: median(ms), unit: 'ms', budget: atMost(20), note: `${rounds} calls` };
}

/** Appends as many entries to each history as a trial checks: those of a store that was multiplied have no hashes of their own. */
async function continueHistories(place: Place, outletIds: readonly number[]): Promise<void> {
  const store = await openStore({ dataDir: place.DATA_DIR }, { log: silentLog });
  const entry = { subject: 'Outlet', subjectKey: 'bench', action: 'Updated', userId: null, deviceId: null } as const;
  for (const id of outletIds)
    await store.writeOutlet(id, async (tx) => {
      for (let n = 0; n < 1000; n += 1) tx.history(entry);
    });
  await store.close();
}

/** Updates a store to this release by the product's own update and trial; returns how long tills were without a server. */
async function update(place: Place, bills: number, outletIds: readonly number[]): Promise<Figure> {
  await continueHistories(place, outletIds);
  const shop = installed('0.1.0', null, () => undefined);
  const port = await freePort();
  const env = { ...place, PORT: String(port), HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'error' };
  let server = startProgram('apps/server/src/main.ts', env);
  await whenReady(`http://127.0.0.1:${port}/ready`, server);
  let stoppedAt = 0;
  const service = {
    stop: async () => {
      stoppedAt = performance.now();
      await end(server);
    },
    start: async () => {
      server = startProgram('apps/server/src/main.ts', env);
    },
    isReady: () => isReadyAt(`http://127.0.0.1:${port}/ready`),
  };
  try {
    const trial = `import '${pathToFileURL(programFile('tools/trial.ts')).href}';`;
    const told = shop.update({ service, dataDir: place.DATA_DIR, waitMs: 60_000 });
    await runUpdate(told, shop.archive({ version }, trial));
    await whenReady(`http://127.0.0.1:${port}/ready`, server);
    const seconds = (performance.now() - stoppedAt) / 1000;
    const size = statSync(join(place.DATA_DIR, 'atoll.db')).size / 1e6;
    const note = `${bills} bills, ${Math.round(size)} MB`;
    return { section, name: 'update: tills without a server', value: seconds, unit: 's', budget: atMost(30), note };
  } finally {
    await end(server);
    shop.remove();
  }
}

/** Measures setup and care. The update has the bills of the run: 120,000 unless `--bills` or `--quick` says otherwise. */
export async function measureSetup(run: Run): Promise<Figure[]> {
  const store = await run.embedded();
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bench-setup-'));
  try {
    const [place, other] = [await store.copy(), await store.copy()];
    mkdirSync(join(folder, 'tls-0'), { recursive: true });
    const figures = [...(await certificates(folder, run.isQuick ? 2 : 9)), await setUp()];
    if (!run.isQuick) figures.push(...(await archives()));
    const server = await startServer(place);
    figures.push(doctor(place, server.port), await care(server.url, run.isQuick ? 5 : 200));
    figures.push(...(await copies(run, place, server.url, store.outletIds)));
    figures.push(await tlsOfCalls({ DATA_DIR: join(folder, 'secure') }, server.url, run.isQuick ? 20 : 2000));
    await server.stop();
    figures.push(await update(other, run.sizes.bills, store.outletIds));
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
