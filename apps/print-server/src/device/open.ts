/** Returns the device that belongs to a printer's settings. */
import type { PrinterConfig } from '@atoll/domain/contract/bill/print';
import type { Device } from './device.ts';
import { fileDevice } from './file.ts';
import { folderDevice } from './folder.ts';
import { type Programs, queueDevice } from './queue.ts';
import { type TcpTimes, tcpDevice } from './tcp.ts';

export interface DeviceSettings {
  /** Where text and PDF printers write their files. */
  readonly outFolder: string;
  readonly programs: Programs;
  readonly times: TcpTimes;
}

/** Returns the device of a printer. */
export function deviceOf(printer: PrinterConfig, settings: DeviceSettings): Device {
  switch (printer.kind) {
    case 'tcp':
      return tcpDevice(printer, settings.times);
    case 'file':
      return fileDevice(printer);
    case 'queue':
      return queueDevice(printer, settings.programs);
    case 'pdf':
    case 'text':
      return folderDevice(printer, settings.outFolder);
  }
}
