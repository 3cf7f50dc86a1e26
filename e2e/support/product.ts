/** The real product for a journey: server process, print server and network printers, on free ports and a folder of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Paper, startPaper } from './paper.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Product {
  readonly url: string;
  readonly printUrl: string;
  readonly dataDir: string;
  readonly kitchen: Paper;
  readonly bar: Paper;
  readonly front: Paper;
  /** `kill -9` of the server. */
  killServer(): Promise<void>;
  startServer(): Promise<void>;
  killPrintServer(): Promise<void>;
  startPrintServer(): Promise<void>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((done) => probe.close(() => done()));
  return port;
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode} before ${url} answered`);
    const good = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (good) return;
    if (Date.now() > until) throw new Error(`${url} did not answer`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill(signal);
  });
}

/** Starts everything with demo data. `env` adds to the server's environment. */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-journey-'));
  const [kitchen, bar, front] = await Promise.all([startPaper(), startPaper(), startPaper()]);
  const [port, printPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const printUrl = `http://localhost:${printPort}`;
  const printers = [
    { name: 'Kitchen', kind: 'tcp', host: '127.0.0.1', port: kitchen.port, columns: 42, statusMode: 'none' },
    { name: 'Bar', kind: 'tcp', host: '127.0.0.1', port: bar.port, columns: 42, statusMode: 'none' },
    { name: 'Front', kind: 'tcp', host: '127.0.0.1', port: front.port, columns: 48, statusMode: 'none' },
    { name: 'PDF', kind: 'pdf' },
  ];
  mkdirSync(join(dataDir, 'print'), { recursive: true });
  writeFileSync(join(dataDir, 'print/printers.json'), JSON.stringify({ printers }));
  const base = {
    ...process.env,
    ...env,
    DATA_DIR: dataDir,
    PORT: String(port),
    PRINT_PORT: String(printPort),
    LOG_LEVEL: 'error',
  };
  const run = (main: string): ChildProcess =>
    spawn(join(root, 'node_modules/.bin/node'), [join(root, main)], {
      cwd: root,
      env: { ...base, PRINT_ORIGINS: `${url},http://127.0.0.1:${port}` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  let server: ChildProcess;
  let printServer: ChildProcess;
  const startServer = async (): Promise<void> => {
    server = run('apps/server/src/main.ts');
    await answers(`${url}/ready`, server);
  };
  const startPrintServer = async (): Promise<void> => {
    printServer = run('apps/print-server/src/main.ts');
    await answers(`${printUrl}/status`, printServer);
  };
  await Promise.all([startServer(), startPrintServer()]);
  return {
    url,
    printUrl,
    dataDir,
    kitchen,
    bar,
    front,
    startServer,
    startPrintServer,
    killServer: () => kill(server, 'SIGKILL'),
    killPrintServer: () => kill(printServer, 'SIGKILL'),
    async close() {
      await Promise.all([kill(server, 'SIGTERM'), kill(printServer, 'SIGTERM')]);
      await Promise.all([kitchen.close(), bar.close(), front.close()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
