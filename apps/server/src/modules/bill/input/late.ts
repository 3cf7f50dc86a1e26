/** Which of a device's times are believed: those of a moment ago, and those of a time when the device was away. Source: R36.11, docs/rules.md#device-time. */
import { wasAway } from '@atoll/domain/shift/absence';
import { type Actor, provenDevice } from '../../../platform/http/actor.ts';
import { findContact } from '../../../platform/store/outlet/device-contact.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { deviceTime } from './device-time.ts';

/** Work that is older arrived late. */
export const lateMs = 60_000;

/** Reads a device's instant (ISO) in epoch ms, as far as it is believed at `now`; otherwise returns `now`. */
export type ReadTime = (text: string | undefined, now: number) => number;

export interface DeviceTimes {
  readonly read: ReadTime;
  /** Returns whether the device was away at that instant, also longer ago than a device's time is believed. */
  readonly isLate: (text: string | undefined) => boolean;
}

/** Returns the reader of a device's times, for a command that reads these. */
export async function deviceTimes(
  tx: OutletTx,
  actor: Pick<Actor, 'deviceId' | 'sessionDevice'>,
  texts: readonly (string | undefined)[],
): Promise<DeviceTimes> {
  const { clockNow } = tx;
  const isOld = (text = ''): boolean => clockNow - Date.parse(text) >= lateMs;
  const contact = texts.some(isOld) ? await findContact(tx, provenDevice(actor)) : undefined;
  const isLate = (text = ''): boolean => isOld(text) && wasAway(contact, Date.parse(text), clockNow);
  return {
    isLate,
    read(text, now) {
      const at = deviceTime(text, now);
      return now - at < lateMs || isLate(text) ? at : now;
    },
  };
}
