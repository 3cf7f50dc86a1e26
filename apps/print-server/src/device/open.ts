/** From a printer's settings to its device. */
import type { PrinterConfig } from '@atoll/domain/contract/print';
import type { Device } from './device.ts';
import { fileDevice } from './file.ts';
import { folderDevice } from './folder.ts';
import { type Programs, queueDevice } from './queue.ts';
import { type TcpTimes, tcpDevice } from './tcp.ts';

export interface DeviceSettings {
  /** Where text and PDF printers put their paper. */
  readonly outFolder: string;
  readonly programs: Programs;
  readonly times: TcpTimes;
}

/** The device of a printer. */
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
