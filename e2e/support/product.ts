/** The real product for a journey: server process, print server and network printers, on free ports and in a separate folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/scripts/free-port.ts';
import { type NetworkPrinter, startNetworkPrinter } from './network-printer.ts';
import { answers, kill, mainOf, node, root } from './process.ts';

export interface Product {
  readonly url: string;
  readonly printUrl: string;
  readonly dataDir: string;
  readonly kitchen: NetworkPrinter;
  readonly bar: NetworkPrinter;
  readonly front: NetworkPrinter;
  /** Returns what the server has printed on its screen since its first start. */
  serverOutput(): string;
  /** Kills the server with SIGKILL. */
  killServer(): Promise<void>;
  startServer(): Promise<void>;
  killPrintServer(): Promise<void>;
  startPrintServer(): Promise<void>;
  close(): Promise<void>;
}

/** Starts everything with demo data. `env` adds to the server's environment; with `TLS` the app is served by https. */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-journey-'));
  const seeded = process.env['ATOLL_SEEDED'];
  if (seeded && !env['DATABASE_URL'] && env['DEMO'] !== '0') cpSync(seeded, dataDir, { recursive: true });
  const [kitchen, bar, front] = await Promise.all([
    startNetworkPrinter(),
    startNetworkPrinter(),
    startNetworkPrinter(),
  ]);
  const [port, printPort, helloPort] = [await freePort(), await freePort(), await freePort()];
  const isSecure = env['TLS'] !== undefined;
  const url = `${isSecure ? 'https' : 'http'}://localhost:${port}`;
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
    ...(isSecure && { HTTPS_PORT: String(port), HTTP_PORT: String(helloPort), MDNS: '0' }),
    LOG_LEVEL: 'error',
  };
  const run = (name: 'server' | 'print-server'): ChildProcess =>
    spawn(node, [mainOf(name)], {
      cwd: root,
      env: { ...base, PRINT_ORIGINS: `${url},http://127.0.0.1:${port}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  let output = '';
  let server: ChildProcess;
  let printServer: ChildProcess;
  const startServer = async (): Promise<void> => {
    server = run('server');
    server.stdout?.on('data', (text) => {
      output += String(text);
    });
    await answers(isSecure ? `http://localhost:${helloPort}/health` : `${url}/ready`, server);
  };
  const startPrintServer = async (): Promise<void> => {
    printServer = run('print-server');
    printServer.stdout?.resume();
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
    serverOutput: () => output,
    killServer: () => kill(server, 'SIGKILL'),
    killPrintServer: () => kill(printServer, 'SIGKILL'),
    async close() {
      await Promise.all([kill(server, 'SIGTERM'), kill(printServer, 'SIGTERM')]);
      await Promise.all([kitchen.close(), bar.close(), front.close()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
