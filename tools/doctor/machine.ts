/** What doctor learns from the machine that it runs on. Nothing is written. */
import { totalmem } from 'node:os';
import { addressBytes } from '@atoll/domain/trust/address';
import { type RunProgram, runProgram } from '../../apps/server/src/platform/clock/synchronized.ts';
import { type DiskSpace, readSpace } from '../../apps/server/src/platform/disk/space.ts';
import { lanAddresses } from '../../apps/server/src/platform/tls/wanted-names.ts';

export interface Memory {
  readonly availableBytes: number;
  readonly totalBytes: number;
}

export interface Machine {
  /** Returns epoch ms. */
  now(): number;
  readonly run: RunProgram;
  space(folder: string): DiskSpace;
  memory(): Memory;
  /** Returns the addresses of IPv4 in the network. */
  addresses(): readonly string[];
}

export const thisMachine: Machine = {
  now: Date.now,
  run: runProgram,
  space: readSpace,
  memory: () => ({ availableBytes: process.availableMemory(), totalBytes: totalmem() }),
  addresses: () => lanAddresses().filter((address) => addressBytes(address)?.length === 4),
};
