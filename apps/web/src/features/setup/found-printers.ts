/** The printers that this till can print on: those that its print server has, and those that it finds. */
import type { PrinterConfig, PrinterView } from '@atoll/domain/contract/bill/print';
import { type FoundPrinters, putPrinter } from '../../printing/print-server.ts';

/** A printer, with the settings that the print server needs before it prints there; none when it has them. */
export interface FoundPrinter {
  readonly name: string;
  readonly kind: PrinterConfig['kind'];
  /** Its address, its device file or its queue. */
  readonly where: string;
  readonly toAdd?: Pick<PrinterConfig, 'name' | 'kind'> & Partial<PrinterConfig>;
}

const whereOf = ({ host, path, queue }: Partial<PrinterConfig>): string => host ?? path ?? queue ?? '';

/** Returns the printers of the print server that are no files, then those that were found and are not set up yet. */
export function printersOf(list: readonly PrinterView[], found: FoundPrinters): FoundPrinter[] {
  const own = list
    .filter(({ kind }) => kind !== 'pdf' && kind !== 'text')
    .map((printer) => ({ name: printer.name, kind: printer.kind, where: whereOf(printer) }));
  const names = new Set(list.map(({ name }) => name));
  const more = [
    ...found.hosts.map((host) => ({ name: host, kind: 'tcp' as const, host, port: 9100 })),
    ...found.queues.map((queue) => ({ name: queue, kind: 'queue' as const, queue })),
    ...found.devices.map((path) => ({ name: path.split('/').at(-1) ?? path, kind: 'file' as const, path })),
  ].filter((one) => !own.some(({ kind, where }) => kind === one.kind && where === whereOf(one)));
  return [
    ...own,
    ...more.map((one) => {
      const name = names.has(one.name) ? `${one.name} 2` : one.name;
      return { name, kind: one.kind, where: whereOf(one), toAdd: { ...one, name } };
    }),
  ];
}

/** Sets a found printer up, so that it can print. */
export async function addFound({ toAdd }: FoundPrinter): Promise<void> {
  if (toAdd) await putPrinter(toAdd);
}
