/** Finds out which status queries a network printer supports. Called when it is saved, at its first job, and with its test page. Source: R35.87. */
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
/** Only initializes the printer (ESC @); prints nothing. */
const testPrintout: Printout = { ...empty, escpos: async () => Uint8Array.of(0x1b, 0x40) };

export type StatusMode = NonNullable<PrinterConfig['statusMode']>;

export interface Learnt {
  readonly statusMode: StatusMode;
  /** False when the printer reports its status but cannot confirm now (no paper, cover open). It is then queried again later. */
  readonly isFinal: boolean;
}

/**
 * Returns the best mode that the printer supports: 'dle+confirm' (it reports its status and confirms each job), 'dle' (it reports its status), or 'none'.
 * Null when it cannot be reached or is busy.
 */
export async function learnStatusMode(printer: PrinterConfig): Promise<Learnt | null> {
  const plainSession = await openSession({ ...printer, statusMode: 'none' });
  if (plainSession instanceof DeviceTrouble) return null;
  plainSession.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const session = await openSession({ ...printer, statusMode: 'dle+confirm' });
  if (session instanceof DeviceTrouble) {
    if (session.reason === 'refused_busy') return null;
    return session.reason === 'no_answer'
      ? { statusMode: 'none', isFinal: true }
      : { statusMode: 'dle', isFinal: false };
  }
  const result = await session.send().catch(() => null);
  return { statusMode: result?.confirmed ? 'dle+confirm' : 'dle', isFinal: result !== null };
}

/** Opens a session without printing. Returns the trouble instead of throwing it. */
function openSession(printer: PrinterConfig) {
  return tcpDevice(printer, { confirmMs: 1500 })
    .open(testPrintout)
    .catch((cause: unknown) => (cause instanceof DeviceTrouble ? cause : new DeviceTrouble('offline', false, cause)));
}
