/** Whether the print server of this machine answers, and whether its printers are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PrinterConfig } from '@atoll/domain/contract/bill/print';
import { ask, isListening, jsonOf } from './ask.ts';
import { bad, type Finding, good, off, watch } from './finding.ts';

const networkPort = 9100;

export interface PrinterFacts {
  readonly name: string;
  readonly isOn: boolean;
  /** Whether the device is there; null where that cannot be asked without printing. */
  readonly isThere: boolean | null;
}

/** How many tickets there are in each state. */
interface Jobs {
  readonly queued: number;
  readonly waiting: number;
  readonly held: number;
  readonly failed: number;
}

export interface PrintFacts {
  readonly port: number;
  /** `none`: this machine prints nothing. `down`: it has printers, and nothing answers. `other`: something else listens, or it does not answer. */
  readonly state: 'atoll' | 'none' | 'down' | 'other';
  /** Why the print server cannot store tickets; null while it can. */
  readonly trouble: string | null;
  readonly jobs: Jobs;
  readonly printers: readonly PrinterFacts[];
}

interface Status {
  readonly name?: string;
  readonly jobs?: Jobs;
  readonly spool?: { readonly trouble: string | null };
}

/** Returns the printers of a data folder; none without the file. */
function readConfigured(dataDir: string): readonly PrinterConfig[] {
  const path = join(dataDir, 'print', 'printers.json');
  if (!existsSync(path)) return [];
  return (JSON.parse(readFileSync(path, 'utf8')) as { printers: PrinterConfig[] }).printers;
}

/** Returns whether a device is there. A network printer serves one connection, so it is asked only while nothing is printed. */
async function isThere({ kind, host, port, path }: PrinterConfig, isIdle: boolean): Promise<boolean | null> {
  if (kind === 'tcp' && host !== undefined) return isIdle ? isListening(host, port ?? networkPort) : null;
  return kind === 'file' && path !== undefined ? existsSync(path) : null;
}

const noJobs: Jobs = { queued: 0, waiting: 0, held: 0, failed: 0 };

/** Asks the print server of this machine, and its printers. */
export async function readPrinters(dataDir: string, port: number): Promise<PrintFacts> {
  const configured = readConfigured(dataDir);
  const none = { port, trouble: null, jobs: noJobs, printers: [] };
  let status: Status | null;
  try {
    status = jsonOf(await ask(`http://127.0.0.1:${port}/status`)) as Status | null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') return { ...none, state: 'other' };
    return { ...none, state: configured.length > 0 ? 'down' : 'none' };
  }
  if (status?.name !== 'atoll-print-server') return { ...none, state: 'other' };
  const { jobs = noJobs, spool } = status;
  const printers = configured.map(async (printer): Promise<PrinterFacts> => {
    const isOn = printer.enabled !== false;
    return { name: printer.name, isOn, isThere: isOn ? await isThere(printer, jobs.queued === 0) : null };
  });
  return { port, state: 'atoll', trouble: spool?.trouble ?? null, jobs, printers: await Promise.all(printers) };
}

function checkPrinter({ name, isOn, isThere: isFound }: PrinterFacts): Finding {
  const check = `Printer ${name}`;
  if (!isOn) return off(check, 'It is switched off in Settings, Printers.');
  if (isFound === null) return off(check, 'It prints into files, or cannot be asked without printing.');
  if (isFound) return good(check, 'It answers.');
  const remedy = 'Look at its power, its cable and its address, then print a test in Settings, Printers.';
  return bad(check, 'Nothing answers at its address.', remedy);
}

function checkPrintServer({ port, state, trouble, jobs }: PrintFacts): Finding {
  const name = 'Print server';
  if (state === 'none') return off(name, 'This machine has no printers.');
  if (state === 'down')
    return bad(
      name,
      `This machine has printers, but nothing answers on port ${port}.`,
      'Start the print server (npm run print-server).',
    );
  if (state === 'other')
    return bad(
      name,
      `What listens on port ${port} is no print server, or does not answer.`,
      'Restart the print server, and choose another port with PRINT_PORT if another program has this one.',
    );
  const page = `http://localhost:${port}`;
  if (trouble !== null)
    return bad(name, `It cannot store tickets: ${trouble}.`, 'Make sure that its disk is writable and not full.');
  if (jobs.failed > 0)
    return bad(name, `${jobs.failed} tickets could not be printed.`, `Open ${page} and print them again.`);
  const waiting = jobs.waiting + jobs.held;
  if (waiting > 0)
    return watch(name, `${waiting} tickets wait.`, `Open ${page}, which says why, and look at paper, cover and power.`);
  return good(name, `It answers on port ${port}, and no ticket waits.`);
}

/** Returns the findings about the print server and each printer. */
export const checkPrinters = (facts: PrintFacts): Finding[] => [
  checkPrintServer(facts),
  ...facts.printers.map(checkPrinter),
];
