/**
 * Stores which status queries each network printer answers. Each is asked when it is saved, at its first job, and with its test page. Source:
 * R35.87.
 */
import type { PrinterConfig } from '@atoll/domain/contract/bill/print';
import { learnStatusMode } from './device/learn.ts';
import type { Printers } from './printers.ts';

export interface StatusModes {
  /** Returns a printer to save, with its mode. The known mode of an address is kept while the printer does not respond. */
  ofSaved(printer: PrinterConfig, before: PrinterConfig | undefined): Promise<PrinterConfig>;
  /** Returns the printer for a job; one whose mode is unknown is queried first. */
  ofJob(printer: PrinterConfig): Promise<PrinterConfig>;
  /** Returns the printer for a test page; it is always queried. */
  ofTest(printer: PrinterConfig): Promise<PrinterConfig>;
}

const isSamePlace = (one: PrinterConfig, other: PrinterConfig | undefined): boolean =>
  other?.kind === 'tcp' && one.host === other.host && (one.port ?? 9100) === (other.port ?? 9100);

/** Opens the status modes of the printers in a folder. */
export function openStatusModes(printers: Printers, log: (text: string) => void): StatusModes {
  async function learn(printer: PrinterConfig): Promise<PrinterConfig> {
    const learnt = await learnStatusMode(printer);
    if (learnt === null) return printer;
    const next = { ...printer, statusMode: learnt.statusMode };
    if (learnt.isFinal && learnt.statusMode !== printer.statusMode) {
      // The printer may have changed or been removed while it was queried.
      if (isSamePlace(next, printers.find(printer.name))) await printers.put(next);
      log(`${printer.name}: status mode ${learnt.statusMode}`);
    }
    return next;
  }

  return {
    async ofSaved(printer, before) {
      if (printer.kind !== 'tcp' || printer.statusMode !== undefined) return printer;
      const learnt = await learnStatusMode(printer);
      const known = isSamePlace(printer, before) ? before?.statusMode : undefined;
      const isSilent = learnt === null || !learnt.isFinal || (learnt.statusMode === 'none' && known !== undefined);
      const statusMode = isSilent ? known : learnt.statusMode;
      return statusMode === undefined ? printer : { ...printer, statusMode };
    },
    ofJob: async (printer) => (printer.kind === 'tcp' && printer.statusMode === undefined ? learn(printer) : printer),
    ofTest: async (printer) => (printer.kind === 'tcp' ? learn(printer) : printer),
  };
}
