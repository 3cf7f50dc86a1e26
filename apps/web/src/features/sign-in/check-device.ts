/** What a device must be able to do as a till, tested on the device itself. Source: R31.16. */
import { call } from '../../api/api.ts';
import { maxOffsetMs } from '../../clock/till-clock.ts';
import { learnPrintPort, printOrigin } from '../../printing/print-address.ts';
import { findPrintServer } from '../../printing/print-server.ts';
import { isTrusted, worksOffline } from '../../storage/offline-test.ts';
import { askToKeep, useStorageRoom } from '../../storage/storage-space.ts';

/** The checks in the order of the screen. */
export const checkNames = ['trusts', 'offline', 'kept', 'clock', 'prints'] as const;
export type CheckName = (typeof checkNames)[number];

async function isKept(): Promise<boolean> {
  await askToKeep();
  return useStorageRoom.getState().isKept === true;
}

/** Returns whether the device's clock is within two minutes of the server's. */
async function isClockRight(): Promise<boolean> {
  const startedAt = performance.now();
  const { now } = await call('trust.read', { quiet: true });
  const tripMs = performance.now() - startedAt;
  return Math.abs(Date.parse(now) + tripMs / 2 - Date.now()) <= maxOffsetMs;
}

/** Returns whether a print server answers on this device, at the port that the server names: the app learns it only after its first screen. */
async function prints(): Promise<boolean> {
  await learnPrintPort().catch(() => undefined);
  return (await findPrintServer(printOrigin())).name !== '';
}

/** The checks; one that throws is a 'no'. */
export const checks: Readonly<Record<CheckName, () => Promise<boolean>>> = {
  trusts: isTrusted,
  offline: worksOffline,
  kept: isKept,
  clock: isClockRight,
  prints,
};
