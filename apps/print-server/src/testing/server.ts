/** Runs a print server in its own folder and calls it as a till does. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrinterConfig, PrintJobView } from '@atoll/domain/contract/bill/print';
import type { PrintAnswer, PrintError } from '@atoll/domain/contract/bill/print-answer';
import { type PrintServerOptions, startPrintServer } from '../server.ts';

/** The origin of the till's web app. */
export const till = 'http://localhost:8080';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly ms: number;
}

export type PrinterSetup = Partial<PrinterConfig> & Pick<PrinterConfig, 'name' | 'kind'>;

export interface TestServer {
  readonly url: string;
  /** The data folder. */
  readonly folder: string;
  /** The folder 'print' in it. */
  readonly printFolder: string;
  print(body: unknown): Promise<Answer<PrintAnswer & Omit<PrintError, 'reason'>>>;
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  job(id: string): Promise<PrintJobView>;
  /** Resolves when the job has that state. */
  whenJob(id: string, state: PrintJobView['state']): Promise<PrintJobView>;
  /** Returns the files of a text or PDF printer, oldest first. */
  printouts(printer: string): Promise<string[]>;
  restart(options?: Partial<PrintServerOptions>): Promise<void>;
  close(): Promise<void>;
}

/** Sends a call as the till's web app does, and returns the response with its duration. */
export async function callPrintServer<T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> {
  const started = performance.now();
  const headers: Record<string, string> = { origin: till };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as T, ms: performance.now() - started };
}

/** Creates a data folder, with the settings of the printers, and returns its path. */
export async function printFolderWith(printers?: readonly PrinterSetup[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atoll-print-'));
  await mkdir(join(folder, 'print'));
  if (printers) await writeFile(join(folder, 'print', 'printers.json'), JSON.stringify({ printers }));
  return folder;
}

/** Repeats `ask` until it returns a value. Throws when the time is up. */
export async function until<T>(ask: () => Promise<T | undefined | false>, ms = 10_000): Promise<T> {
  const deadline = performance.now() + ms;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error('the condition was not met in time');
    await new Promise((wake) => setTimeout(wake, 10));
  }
}

/** Starts a print server on a free port with a new data folder, which `close` removes. */
export async function startTestServer(
  printers?: readonly PrinterSetup[],
  options: Partial<PrintServerOptions> = {},
): Promise<TestServer> {
  const folder = await printFolderWith(printers);
  const start = (more: Partial<PrintServerOptions> = {}) =>
    startPrintServer({ port: 0, dataDir: folder, origins: [till], ...options, ...more });
  let server = await start();
  const call = <T>(method: string, path: string, body?: unknown) => callPrintServer<T>(server.url, method, path, body);
  const job = async (id: string) => (await call<PrintJobView>('GET', `/jobs/${id}`)).body;
  return {
    get url() {
      return server.url;
    },
    folder,
    printFolder: join(folder, 'print'),
    print: (body) => call('POST', '/print', body),
    call,
    job,
    whenJob: (id, state) =>
      until(async () => {
        const view = await job(id);
        return view.state === state && view;
      }),
    async printouts(printer) {
      const out = join(folder, 'print', 'out');
      const names = (await readdir(out).catch(() => [])).filter((name) => name.includes(`-${printer}-`)).sort();
      return Promise.all(names.map((name) => readFile(join(out, name), name.endsWith('.pdf') ? 'latin1' : 'utf8')));
    },
    async restart(more) {
      await server.close();
      server = await start(more);
    },
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
