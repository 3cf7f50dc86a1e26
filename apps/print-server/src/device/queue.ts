/** A printer of the operating system, through CUPS' own programs. Arguments are a list, never a shell's line. */
import { execFile } from 'node:child_process';
import type { PrinterConfig } from '@atoll/domain/contract/print';
import { type Device, DeviceTrouble } from './device.ts';

const patienceMs = 10_000;

/** The programs to call; tests give their own. */
export interface Programs {
  readonly lp: string;
  readonly lpstat: string;
}

/** The system queue of that name: the paper as PDF, with its exact size so that it does not land on A4. */
export function queueDevice(printer: PrinterConfig, programs: Programs): Device {
  const queue = printer.queue ?? printer.name;
  return {
    exact: false,
    async open(paper) {
      const { pdf, widthMm, heightMm } = await paper.pdf();
      const state = await run(programs.lpstat, ['-p', queue]).catch((cause: unknown) => {
        throw new DeviceTrouble('offline', false, cause);
      });
      if (/\bdisabled\b/.test(state)) throw new DeviceTrouble('queue_paused');
      return {
        close: () => undefined,
        async send() {
          const options = ['-d', queue, '-t', paper.title, '-o', `media=Custom.${widthMm}x${heightMm}mm`];
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

/** Runs a program and answers what it prints. */
export function run(program: string, args: readonly string[], input?: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, LC_ALL: 'C' };
    const child = execFile(program, args, { timeout: patienceMs, env }, (cause, output) =>
      cause ? reject(cause) : resolve(output),
    );
    child.stdin?.on('error', () => undefined); // a program that ended early says so by its exit
    child.stdin?.end(input);
  });
}
