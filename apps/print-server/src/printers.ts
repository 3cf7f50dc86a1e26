/** The printers of this till: `printers.json`, checked when it is read and replaced as a whole when it changes. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PrinterConfig, printerConfig } from '@atoll/domain/contract/bill/print';
import * as z from 'zod/mini';
import { faultText } from './fault.ts';
import { PrintProblem } from './problem.ts';
import { replaceFile } from './spool/journal.ts';

export interface Printers {
  list(): readonly PrinterConfig[];
  find(name: string): PrinterConfig | undefined;
  /** Returns the printer of that name. Throws `printer_unknown`, which names the known printers. */
  need(name: string): PrinterConfig;
  put(printer: PrinterConfig): Promise<void>;
  remove(name: string): Promise<void>;
}

const file = z.object({ printers: z.array(printerConfig) });

/** The printers of a new till: they write files to the `out` folder. */
const firstPrinters = ['Kitchen', 'Bar', 'Front']
  .map((name) => ({ name, kind: 'text' }))
  .concat({ name: 'PDF', kind: 'pdf' });

/** Reads the printers of a folder; the first time, writes the default ones. */
export async function openPrinters(folder: string): Promise<Printers> {
  const path = join(folder, 'printers.json');
  let printers = await read(path);
  if (printers === null) {
    printers = firstPrinters.map((printer) => printerConfig.parse(printer));
    await write(path, printers);
  }
  let known: readonly PrinterConfig[] = printers;
  let writing: Promise<void> = Promise.resolve();

  function replace(change: (before: readonly PrinterConfig[]) => readonly PrinterConfig[]): Promise<void> {
    const run = writing.then(async () => {
      const next = change(known);
      await write(path, next);
      known = next;
    });
    writing = run.catch(() => undefined);
    return run;
  }

  const find = (name: string) => known.find((printer) => printer.name === name);

  return {
    list: () => known,
    find,
    need(name) {
      const printer = find(name);
      if (printer) return printer;
      const names = known.map((one) => one.name).join(', ');
      throw new PrintProblem('printer_unknown', `Printer '${name}' is not set up`, `Known: ${names || 'none'}`);
    },
    put: (printer) =>
      replace((before) => {
        const at = before.findIndex((one) => one.name === printer.name);
        return at < 0 ? [...before, printer] : before.with(at, printer);
      }),
    remove: (name) => replace((before) => before.filter((one) => one.name !== name)),
  };
}

async function read(path: string): Promise<PrinterConfig[] | null> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  if (text === null) return null;
  try {
    return z.parse(file, JSON.parse(text)).printers;
  } catch (cause) {
    throw new Error(`${path} is not a list of printers: ${faultText(cause)}`);
  }
}

function write(path: string, printers: readonly PrinterConfig[]): Promise<void> {
  return replaceFile(path, `${JSON.stringify({ printers }, null, 2)}\n`);
}

const printerName = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} _.()#+&-]{0,59}$/u;
const hostName = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,253})$|^[0-9a-fA-F:]{2,45}$/;
/** Allows device files only: a compromised page must not be able to write elsewhere on the till. */
const devicePath = /^(\/dev\/(usb\/lp|lp|ttyUSB|ttyACM|ttyS)\d{1,2}|\/dev\/serial\/by-id\/[\w.:-]+|(COM|LPT)\d{1,2})$/;

/** What to enter for each kind of printer. */
const missing = {
  host: 'Enter the IP address of the printer',
  path: 'Enter the device of the printer, like /dev/usb/lp0',
  queue: 'Enter the print queue of the printer',
} as const;

/** Checks a printer that is set up over HTTP, strictly: it names what the till will connect or write to. */
export function checkPrinter(name: string, body: unknown): PrinterConfig {
  if (!printerName.test(name)) throw new PrintProblem('bad_request', 'Choose another name for the printer', name);
  const given = typeof body === 'object' && body !== null ? body : {};
  const { data, error } = printerConfig.safeParse({ ...given, name });
  if (!data) throw new PrintProblem('bad_request', 'Check the settings of the printer', z.prettifyError(error));
  const wrong =
    (data.kind === 'tcp' && !hostName.test(data.host ?? '') && 'host') ||
    (data.kind === 'file' && !devicePath.test(data.path ?? '') && 'path') ||
    (data.kind === 'queue' && !printerName.test(data.queue ?? '') && 'queue');
  if (wrong) throw new PrintProblem('bad_request', missing[wrong], '', { [wrong]: missing[wrong] });
  return data;
}
