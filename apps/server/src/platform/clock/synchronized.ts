/** Whether a time server sets the clock of the machine. */
import { execFile } from 'node:child_process';

const programMs = 3000;

/** Runs a program. Returns what it printed; null when there is none, it failed, or it took too long. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string | null>;

export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C' };
    execFile(program, args, { timeout: programMs, env }, (error, stdout) => resolve(error ? null : stdout));
  });

/** Returns whether a time server sets the clock, as systemd or chrony says; null without both. */
export async function readSynchronized(run = runProgram): Promise<boolean | null> {
  const said = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value']);
  if (said?.trim() === 'yes') return true;
  const tracking = await run('chronyc', ['-c', 'tracking']);
  if (tracking !== null) return !/not synchronised/i.test(tracking);
  return said?.trim() === 'no' ? false : null;
}
