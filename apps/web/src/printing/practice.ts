/**
 * Papers of practice: a till prints them on its printer that is marked for practice, and shows them on the screen when it has none. A print server of
 * an earlier release has none: it would print them as real ones. Source: R31.47, R31.48.
 */
import type { PrintBody, PrinterView } from '@atoll/domain/contract/bill/print';
import { create } from 'zustand';
import type { Printed } from './print.ts';
import { listPrinters } from './print-server.ts';

const maxShown = 20;

/** The papers that are shown instead of printed, the oldest first. */
export const usePapers = create<{ readonly papers: readonly PrintBody[] }>(() => ({ papers: [] }));

/** Closes the papers on the screen. */
export const closePapers = (): void => usePapers.setState({ papers: [] });

const findPrinter = async (): Promise<PrinterView | undefined> => {
  try {
    return (await listPrinters()).find(({ practice, enabled }) => practice === true && enabled);
  } catch {
    // No print server, or one that this till is not paired with.
    return undefined;
  }
};

/** Prints a job of practice, or shows it. The drawer stays shut. */
export async function printPractice(body: PrintBody, print: (body: PrintBody) => Promise<Printed>): Promise<Printed> {
  const { drawerKey: _none, ...job } = { ...body, openDrawer: false, outlet: { ...body.outlet, practice: true } };
  const printer = await findPrinter();
  const printed = printer && (await print({ ...job, printerName: printer.name }));
  if (printed && printed.state !== 'failed') return printed;
  usePapers.setState(({ papers }) => ({ papers: [...papers, job].slice(-maxShown) }));
  return { state: 'done', isDuplicate: false };
}
