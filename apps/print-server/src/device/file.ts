/**
 * A printer behind a device file: USB (/dev/usb/lp0), serial or parallel. Writes never block, so a printer that is out of paper does not
 * stop the others.
 */
import { constants, type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { PrinterConfig } from '@atoll/domain/contract/bill/print';
import { type Device, DeviceTrouble } from './device.ts';

const stuckMs = 15_000;

/** Returns the device at the printer's path. The path must exist; no file is created. */
export function fileDevice(printer: PrinterConfig): Device {
  return {
    replacesOutput: false,
    async open(printout) {
      const bytes = await printout.escpos();
      const flags = constants.O_WRONLY | constants.O_APPEND | (constants.O_NONBLOCK ?? 0);
      const file = await open(printer.path ?? '', flags).catch((cause: NodeJS.ErrnoException) => {
        throw new DeviceTrouble(cause.code === 'EBUSY' ? 'refused_busy' : 'offline', false, cause);
      });
      return {
        close: () => void file.close(),
        async send() {
          try {
            await writeAll(file, bytes);
            return { confirmed: false };
          } finally {
            await file.close();
          }
        },
      };
    },
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let movedAt = performance.now();
  for (let at = 0; at < bytes.length; ) {
    try {
      at += (await file.write(bytes, at, Math.min(4096, bytes.length - at))).bytesWritten;
      movedAt = performance.now();
    } catch (cause) {
      const full = (cause as NodeJS.ErrnoException).code === 'EAGAIN';
      if (!full || performance.now() - movedAt > stuckMs)
        throw new DeviceTrouble(full ? 'no_answer' : 'device_error', at > 0, cause);
      await pause(20);
    }
  }
}
