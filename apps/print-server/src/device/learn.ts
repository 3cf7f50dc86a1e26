/** Finds out which status queries a network printer answers: when it is saved, at its first job, and with its test page. Source: R35.87. */
import type { PrinterConfig } from '@atoll/domain/contract/bill/print';
import { DeviceTrouble, type Printout } from './device.ts';
import { tcpDevice } from './tcp.ts';

const empty: Omit<Printout, 'escpos'> = {
  jobId: '',
  title: '',
  acceptedAt: 0,
  openDrawer: false,
  text: () => '',
  pdf: () => Promise.reject(new Error('not a PDF printer')),
};
const testPrintout: Printout = { ...empty, escpos: async () => Uint8Array.of(0x1b, 0x40) };

export type StatusMode = NonNullable<PrinterConfig['statusMode']>;

export interface Learnt {
  readonly statusMode: StatusMode;
  /** False when the printer answers but cannot confirm anything now (no paper, cover open). It is then asked again later. */
  readonly isFinal: boolean;
}

/** Returns the best mode that the printer supports: confirmation, status, or none. Null when it cannot be reached. */
export async function learnStatusMode(printer: PrinterConfig): Promise<Learnt | null> {
  const silent = await opens({ ...printer, statusMode: 'none' });
  if (silent instanceof DeviceTrouble) return null;
  silent.close();
  await new Promise((wake) => setTimeout(wake, 50));
  const session = await opens({ ...printer, statusMode: 'dle+confirm' });
  if (session instanceof DeviceTrouble) {
    if (session.reason === 'refused_busy') return null;
    return session.reason === 'no_answer'
      ? { statusMode: 'none', isFinal: true }
      : { statusMode: 'dle', isFinal: false };
  }
  const result = await session.send().catch(() => null);
  return { statusMode: result?.confirmed ? 'dle+confirm' : 'dle', isFinal: result !== null };
}

function opens(printer: PrinterConfig) {
  return tcpDevice(printer, { confirmMs: 1500 })
    .open(testPrintout)
    .catch((cause: unknown) => (cause instanceof DeviceTrouble ? cause : new DeviceTrouble('offline', false, cause)));
}
