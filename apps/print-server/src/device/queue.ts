/** A printer of the operating system, called through the programs of CUPS. Arguments are a list, never a shell command line. */
import { execFile } from 'node:child_process';
import type { PrinterConfig } from '@atoll/domain/contract/bill/print';
import { type Device, DeviceTrouble } from './device.ts';

const programTimeoutMs = 10_000;

/** The programs to call; tests pass their own. */
export interface Programs {
  readonly lp: string;
  readonly lpstat: string;
}

/** Returns the device of a system queue. It sends a PDF with the exact paper size, so that it is not printed on A4. */
export function queueDevice(printer: PrinterConfig, programs: Programs): Device {
  const queue = printer.queue ?? printer.name;
  return {
    replacesOutput: false,
    async open(printout) {
      const { pdf, widthMm, heightMm } = await printout.pdf();
      const state = await run(programs.lpstat, ['-p', queue]).catch((cause: unknown) => {
        throw new DeviceTrouble('offline', false, cause);
      });
      if (/\bdisabled\b/.test(state)) throw new DeviceTrouble('queue_paused');
      return {
        close: () => undefined,
        async send() {
          const options = ['-d', queue, '-t', printout.title, '-o', `media=Custom.${widthMm}x${heightMm}mm`];
          await run(programs.lp, [...options, '-o', 'print-scaling=none', '--', '-'], pdf).catch((cause: unknown) => {
            const killed = (cause as { killed?: boolean }).killed === true;
            throw new DeviceTrouble(killed ? 'no_answer' : 'device_error', killed, cause);
          });
          return { confirmed: false };
        },
      };
    },
  };
}

/** Runs a program and returns its output. */
export function run(program: string, args: readonly string[], input?: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, LC_ALL: 'C' };
    const child = execFile(program, args, { timeout: programTimeoutMs, env }, (cause, output) =>
      cause ? reject(cause) : resolve(output),
    );
    child.stdin?.on('error', () => undefined); // A program that ended early reports it by its exit code.
    child.stdin?.end(input);
  });
}
