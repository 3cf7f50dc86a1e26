/** Runs the whole print server in this process: listens on both loopback addresses, then opens its spool. */
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import about from '../package.json' with { type: 'json' };
import { deviceOf } from './device/open.ts';
import type { Programs } from './device/queue.ts';
import type { TcpTimes } from './device/tcp.ts';
import { buildApp } from './http/app.ts';
import { openJobService } from './job-service.ts';
import { openPairing } from './pairing.ts';
import { openPrinters } from './printers.ts';
import { PrintProblem } from './problem.ts';
import { openSpool } from './spool/spool.ts';
import { openStatusModes } from './status-mode.ts';

/** An import of the module would also load its fetch: 15 MB that nothing here uses. */
const { createServer } = process.getBuiltinModule('node:http');

export interface PrintServerOptions {
  /** 0 means any free port. */
  readonly port?: number;
  /** The data folder; the print server keeps its files in `print` below it. */
  readonly dataDir: string;
  /** Web apps that may print here without being paired. */
  readonly origins?: readonly string[];
  readonly clock?: () => number;
  readonly log?: (text: string) => void;
  readonly programs?: Programs;
  readonly times?: TcpTimes;
}

export interface PrintServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts the print server; resolves when it accepts jobs. Its port is its lock: a second print server on that port does not start. */
export async function startPrintServer(options: PrintServerOptions): Promise<PrintServer> {
  const { clock = Date.now, log = () => undefined } = options;
  let handler: Handler = notReady;
  const { servers, port } = await listenOnLoopback(options.port ?? 14141, (request, response) =>
    handler(request, response),
  );
  try {
    const folder = join(options.dataDir, 'print');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const devices = {
      outFolder: join(folder, 'out'),
      programs: options.programs ?? { lp: 'lp', lpstat: 'lpstat' },
      times: options.times ?? {},
    };
    const printers = await openPrinters(folder);
    const replacesOutput = (name: string) => {
      const printer = printers.find(name);
      return printer !== undefined && deviceOf(printer, devices).replacesOutput;
    };
    const spool = await openSpool(folder, clock, replacesOutput);
    const pairing = await openPairing(folder, options.origins ?? [], clock, log);
    const modes = openStatusModes(printers, log);
    const service = openJobService({ spool, printers, devices, modes, clock, log });
    const { programs } = devices;
    const app = buildApp({
      service,
      spool,
      printers,
      modes,
      pairing,
      programs,
      version: about.version,
      clock,
      port: () => port,
      log,
    });
    await app.ready();
    handler = app.routing;
    return {
      url: `http://localhost:${port}`,
      port,
      async close() {
        await Promise.all(servers.map(closeServer));
        await service.stop();
        await spool.close();
        await app.close();
      },
    };
  } catch (cause) {
    await Promise.all(servers.map(closeServer));
    throw cause;
  }
}

function notReady(_request: IncomingMessage, response: ServerResponse): void {
  const problem = new PrintProblem('not_ready', 'The print server is starting. Try again in a moment');
  response.writeHead(problem.code, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(problem.toBody()));
}

/** Listens on 127.0.0.1, and on ::1 where the machine has it: 'localhost' may mean either. */
async function listenOnLoopback(wanted: number, handler: Handler): Promise<{ servers: Server[]; port: number }> {
  const first = await listen(wanted, '127.0.0.1', handler);
  const { port } = first.address() as AddressInfo;
  const second = await listen(port, '::1', handler).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'EAFNOSUPPORT') return null;
    first.close();
    throw cause;
  });
  return { servers: second ? [first, second] : [first], port };
}

function listen(port: number, host: string, handler: Handler): Promise<Server> {
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 10_000, headersTimeout: 5000 }, handler);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: true }, () => resolve(server));
  });
}

/** Accepts no more calls, gives running ones a moment to end, then closes their connections. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 3000).unref();
  });
}
