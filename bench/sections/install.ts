/** Measures setup on a machine, and the archives that it is carried in. Source: design 31, 10. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from '../../tools/pack/pack.ts';
import { type Kind, type PackPlatform, thisPlatform } from '../../tools/pack/platforms.ts';
import { ensureWebBuilt } from '../../tools/scripts/build.mjs';
import { root } from '../../tools/scripts/folder.mjs';
import { freePort } from '../../tools/scripts/free-port.ts';
import { readFirstVisit } from '../../tools/setup/first-visit.ts';
import { runSetup } from '../../tools/setup/run.ts';
import { linuxMachine } from '../../tools/setup/testing/linux-machine.ts';
import { readArchive } from '../../tools/update/archive.ts';
import { atMost, type Figure } from '../figure.ts';
import { end, startProgram } from '../process.ts';

const section = 'setup and care';

/** What the base of the image has, in MB: debian:trixie-slim unpacked. */
const imageBase = 79;

/** Runs setup on a machine whose programs are simulated; its service is the server itself, which makes store and authority. */
export async function setUp(): Promise<Figure> {
  const shop = linuxMachine();
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-bench-shop-'));
  const [port, hello] = [String(await freePort()), String(await freePort())];
  let server: ChildProcess | undefined;
  try {
    const startedAt = performance.now();
    const code = await runSetup(['--yes'], {
      dialog: { say: () => undefined, ask: async () => null },
      open: () => shop.machine,
      release: { folder: '/opt/atoll', node: '/opt/atoll/node', command: ['atoll', 'setup'] },
      fetchAuthority: async () => '',
      firstVisit: (_, made) => {
        const env = { DATA_DIR: dataDir, TLS: 'own', HTTPS_PORT: port, HTTP_PORT: hello, HOST: '127.0.0.1', MDNS: '0' };
        server = startProgram('apps/server/src/main.ts', { ...env, DEMO: '0', LOG_LEVEL: 'error' });
        return readFirstVisit(dataDir, made);
      },
    });
    const seconds = (performance.now() - startedAt) / 1000;
    if (code !== 0) throw new Error(`setup ended with ${code}`);
    const note = 'until the first visit has its code; programs of the system are simulated';
    return { section, name: 'setup --yes', value: seconds, unit: 's', budget: atMost(60), note };
  } finally {
    if (server) await end(server);
    shop.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns how large the archives of this machine are, and the image that is made of the first one. */
export async function archives(): Promise<Figure[]> {
  ensureWebBuilt();
  const out = mkdtempSync(join(tmpdir(), 'atoll-bench-pack-'));
  const made = async (kind: Kind): Promise<string> => {
    const order = { kind, platform: thisPlatform as PackPlatform, out, web: join(root, 'apps/web/dist'), key: null };
    return (await pack(order)).path;
  };
  try {
    const [server, print] = [await made('server'), await made('print')];
    const size = (path: string, name: string, most: number): Figure => {
      const value = statSync(path).size / 1e6;
      return { section, name, value, unit: 'MB', budget: atMost(most), note: thisPlatform };
    };
    const image = (await readArchive(server)).bytes / 1e6 + imageBase;
    const note = `the archive unpacked, and ${imageBase} MB of its base; not built`;
    return [
      size(server, 'archive of a server', 110),
      size(print, 'archive of a print server', 80),
      { section, name: 'image', value: image, unit: 'MB', budget: atMost(350), note },
    ];
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
