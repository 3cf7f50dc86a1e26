/** Measures the time from a ticket that a till posts to the first byte at the printer. */
import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { item, kotBody } from '../../apps/print-server/src/testing/body.ts';
import { freePort } from '../../tools/scripts/free-port.ts';
import { atMost, type Figure, quantile } from '../figure.ts';
import { end, startProgram, wait } from '../process.ts';
import type { Run } from '../run.ts';
import { whenReady } from '../server.ts';

const section = 'print';
const origin = 'http://localhost:8080';

interface Printer {
  readonly port: number;
  /** Resolves when the next byte of a new connection arrives. */
  nextByte(): Promise<number>;
  close(): Promise<void>;
}

async function startPrinter(): Promise<Printer> {
  let received: ((at: number) => void) | null = null;
  const server = createServer((socket) => {
    socket.once('data', () => received?.(performance.now()));
    socket.on('data', () => undefined);
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    nextByte: () => new Promise((resolve) => (received = resolve)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Measures tickets of 20 items, one after another; bare: two records synced, a connection, the bytes. */
export async function measurePrint(run: Run): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bench-'));
  const printer = await startPrinter();
  const port = await freePort();
  mkdirSync(join(folder, 'print'));
  const setup = {
    name: 'Kitchen',
    kind: 'tcp',
    host: '127.0.0.1',
    port: printer.port,
    columns: 42,
    statusMode: 'none',
  };
  writeFileSync(join(folder, 'print/printers.json'), JSON.stringify({ printers: [setup] }));
  const env = { DATA_DIR: folder, PRINT_PORT: String(port), PRINT_ORIGINS: origin };
  const server = startProgram('apps/print-server/src/main.ts', env, run.flags);
  try {
    await whenReady(`http://127.0.0.1:${port}/status`, server);
    for (let warm = 0; warm < 5; warm += 1) await printOne(port, printer, `warm ${warm}`);
    const ours: number[] = [];
    const bare: number[] = [];
    for (let job = 0; job < run.sizes.prints; job += 1) {
      ours.push(await printOne(port, printer, `job ${job}`));
      bare.push(await bareOne(join(folder, 'bare'), printer));
      // A printer rests for 50 ms between two tickets; that wait is not measured.
      await wait(70);
    }
    const figure = (name: string, share: number, budget: number): Figure => {
      const [value, limit] = [quantile(ours, share), quantile(bare, share)];
      return { section, name, value, unit: 'ms', budget: atMost(budget), bare: limit, ratio: value / limit };
    };
    return [
      figure('ticket posted to first byte at the printer, p50', 0.5, 15),
      figure('ticket posted to first byte at the printer, p95', 0.95, 50),
    ];
  } finally {
    await end(server);
    await printer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function printOne(port: number, printer: Printer, jobKey: string): Promise<number> {
  const items = Array.from({ length: 20 }, (_, line) => item(`Dish number ${line + 1}`, 1 + (line % 3), 4500));
  const body = JSON.stringify(kotBody({ jobKey }, { items }));
  const first = printer.nextByte();
  const at = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/print`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body,
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`The print server answered ${answer.status}: ${text}`);
  return (await first) - at;
}

async function bareOne(file: string, printer: Printer): Promise<number> {
  const first = printer.nextByte();
  const at = performance.now();
  const handle = openSync(file, 'a');
  for (const record of ['accepted', 'sending']) {
    writeSync(handle, record.padEnd(1500));
    fdatasyncSync(handle);
  }
  closeSync(handle);
  const socket = connect(printer.port, '127.0.0.1', () => socket.end(Buffer.alloc(1200, 0x41)));
  return (await first) - at;
}
