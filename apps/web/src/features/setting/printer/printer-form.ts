import type { PrinterConfig, PrinterView } from '@atoll/domain/contract/bill/print';

/** The fields of a printer as they are typed. */
export type PrinterForm = Pick<PrinterConfig, 'name' | 'kind' | 'columns'> & {
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly queue: string;
  readonly enabled: boolean;
  readonly practice: boolean;
};

/** Returns the form of a printer; without one, that of a new printer. */
export const initialForm = (printer: PrinterView | undefined): PrinterForm => ({
  name: printer?.name ?? '',
  kind: printer?.kind ?? 'tcp',
  columns: printer?.columns ?? 48,
  host: printer?.host ?? '',
  port: String(printer?.port ?? 9100),
  path: printer?.path ?? '',
  queue: printer?.queue ?? '',
  enabled: printer?.enabled ?? true,
  practice: printer?.practice ?? false,
});

/**
 * Returns what the print server is sent: only the fields of the kind. Fields that the form does not show are unchanged;
 * the status mode is detected again.
 */
export function bodyOf(form: PrinterForm, printer: PrinterView | undefined) {
  const { name, kind, columns, enabled, practice } = form;
  const { codePage, allRaster, feedBeforeCut } = printer ?? {};
  const rest = { codePage, allRaster, feedBeforeCut };
  const kept = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const where =
    kind === 'tcp'
      ? { host: form.host.trim(), port: Number(form.port) }
      : kind === 'file'
        ? { path: form.path.trim() }
        : kind === 'queue'
          ? { queue: form.queue.trim() }
          : {};
  return { ...kept, name: name.trim(), kind, columns, enabled, practice, ...where };
}
