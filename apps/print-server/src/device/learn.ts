/** Finds out what a network printer can say about itself, for its test page. */
import type { PrinterConfig } from '@atoll/domain/contract/print';
import type { Paper } from './device.ts';
import { tcpDevice } from './tcp.ts';

const empty: Omit<Paper, 'escpos'> = {
  jobId: '',
  title: '',
  acceptedAt: 0,
  openDrawer: false,
  text: () => '',
  pdf: () => Promise.reject(new Error('not a PDF printer')),
};
const paper: Paper = { ...empty, escpos: async () => Uint8Array.of(0x1b, 0x40) };

/** The most that the printer answers to: confirmation, status, or nothing; null when it cannot be reached. */
export async function learnStatusMode(printer: PrinterConfig): Promise<PrinterConfig['statusMode'] | null> {
  const silent = await opens({ ...printer, statusMode: 'none' });
  if (silent === null) return null;
  silent.close();
  await new Promise((wake) => setTimeout(wake, 50));
  const session = await opens({ ...printer, statusMode: 'dle+confirm' });
  if (session === null) return 'none';
  const result = await session.send().catch(() => ({ confirmed: false }));
  return result.confirmed ? 'dle+confirm' : 'dle';
}

function opens(printer: PrinterConfig) {
  return tcpDevice(printer, { confirmMs: 1500 })
    .open(paper)
    .catch(() => null);
}
