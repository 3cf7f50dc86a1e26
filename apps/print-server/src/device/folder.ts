/** Printers without hardware: each job becomes a text file or a PDF in the print server's folder, written whole or not at all. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrinterConfig } from '@atoll/domain/contract/bill/print';
import { replaceFile } from '../spool/journal.ts';
import { type Device, DeviceTrouble, type Printout } from './device.ts';

/** Returns a device that writes `<time>-<printer>-<job>.txt` or `.pdf` to the folder. */
export function folderDevice(printer: PrinterConfig, folder: string): Device {
  return {
    replacesOutput: true,
    async open(printout) {
      const [content, ending] = printer.kind === 'pdf' ? [(await printout.pdf()).pdf, 'pdf'] : [printout.text(), 'txt'];
      return {
        close: () => undefined,
        async send() {
          try {
            await mkdir(folder, { recursive: true });
            await replaceFile(join(folder, `${fileName(printer.name, printout)}.${ending}`), content);
          } catch (cause) {
            throw new DeviceTrouble('device_error', false, cause);
          }
          return { confirmed: true };
        },
      };
    },
  };
}

/** Returns the file's name. It is the same each time for one job, so a job sent again replaces its file. */
function fileName(printer: string, printout: Printout): string {
  const time = new Date(printout.acceptedAt).toISOString().replace(/[-:.]/g, '');
  return `${time}-${printer.replace(/[^\p{L}\p{N}]+/gu, '_')}-${printout.jobId}`;
}
