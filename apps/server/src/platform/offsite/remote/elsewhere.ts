import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import type { TargetAddress } from '@atoll/domain/offsite/target';
import { OffsiteError } from '../offsite-error.ts';

/** This machine, and addresses that only services of a data centre have: nobody may reach them through the server. */
const refusedRanges = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  refusedRanges.addSubnet(network, bits);
for (const [network, bits] of [
  ['::', 127],
  ['fe80::', 10],
] as const)
  refusedRanges.addSubnet(network, bits, 'ipv6');

function hostOf(address: TargetAddress): string | null {
  if (address.kind === 'Folder') return null;
  if (address.kind === 'Sftp') return address.host;
  if (!URL.canParse(address.url)) throw new OffsiteError('address');
  return new URL(address.url).hostname;
}

/** Throws OffsiteError when a target on another machine is this machine. */
export async function requireElsewhere(address: TargetAddress): Promise<void> {
  const host = hostOf(address);
  if (host === null) return;
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch((error: unknown) => {
    throw new OffsiteError('away', String(error), error);
  });
  for (const { address: one, family } of found)
    if (refusedRanges.check(one.replace(/%.*$/, ''), family === 6 ? 'ipv6' : 'ipv4'))
      throw new OffsiteError('ownMachine', one);
}
