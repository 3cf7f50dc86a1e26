import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { ErrorBody } from '../api/api.ts';
import { tillNowText } from '../clock/till-clock.ts';
import { NotKept, outcomeOf, putOne } from '../outbox/outbox.ts';
import { deviceId } from '../session/device.ts';
import { uuidv7 } from '../session/id.ts';
import { useSession } from '../session/session.ts';
import { useApp } from './app-store.ts';
import { businessDayHere } from './outlet-time.ts';

/** How long to wait for the server before the shift counts as started on this device (docs/rules.md#offline-calls). */
const serverWaitMs = 1500;

/** Starts a shift with the cash in the drawer, in laari. Works without the server. Returns the refusal, or null. */
export async function startShift(openingBalance: number): Promise<ErrorBody | null> {
  const { user, scope } = useSession.getState();
  if (!user || !scope) return null;
  const key = uuidv7();
  const createdAt = tillNowText();
  const entry = await putOne({
    kind: 'shift.create',
    billKey: null,
    body: { key, openingBalance, createdAt },
    outletId: scope.outletId,
    userId: user.id,
    userName: user.name,
    deviceId: deviceId(),
  });
  if (entry instanceof NotKept) return { message: entry.message };
  const outcome = await outcomeOf(entry.key, serverWaitMs);
  if (outcome.state === 'refused') {
    await useApp.getState().loadShift();
    return outcome.reason;
  }
  const shift = outcome.state === 'sent' ? (outcome.answer as Shift) : localShift(key, openingBalance, createdAt, user);
  useApp.getState().setShift(shift);
  return null;
}

/** Returns the shift as this device knows it until the server responds. */
function localShift(
  key: string,
  openingBalance: number,
  createdAt: string,
  user: { readonly id: number; readonly name: string },
): Shift {
  return {
    id: 0,
    key,
    number: 0,
    date: businessDayHere(),
    createdAt,
    createdBy: user.id,
    createdByName: user.name,
    openingBalance,
    isOpen: true,
    status: 'Open',
    closedAt: null,
    closedByName: null,
    totals: null,
    cash: [],
    closing: null,
    version: 0,
  };
}
