/** What doctor learns from the machine that it runs on. Nothing is written. */
import { execFile } from 'node:child_process';
import { totalmem } from 'node:os';
import { addressBytes } from '@atoll/domain/trust/address';
import { type DiskSpace, readSpace } from '../../apps/server/src/platform/disk/space.ts';
import { lanAddresses } from '../../apps/server/src/platform/tls/wanted-names.ts';

const programMs = 3000;

export interface Memory {
  readonly availableBytes: number;
  readonly totalBytes: number;
}

export interface Machine {
  /** Returns epoch ms. */
  now(): number;
  /** Returns what a program printed; null when there is no such program, it failed, or it took too long. */
  run(program: string, args: readonly string[]): Promise<string | null>;
  space(folder: string): DiskSpace;
  memory(): Memory;
  /** Returns the addresses of IPv4 in the network. */
  addresses(): readonly string[];
}

const run = (program: string, args: readonly string[]): Promise<string | null> =>
  new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C' };
    execFile(program, args, { timeout: programMs, env }, (error, stdout) => resolve(error ? null : stdout));
  });

export const thisMachine: Machine = {
  now: Date.now,
  run,
  space: readSpace,
  memory: () => ({ availableBytes: process.availableMemory(), totalBytes: totalmem() }),
  addresses: () => lanAddresses().filter((address) => addressBytes(address)?.length === 4),
};
