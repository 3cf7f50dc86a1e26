/**
 * Cash put into and taken out of the drawer. It goes through the outbox, so it works without the server. Source: docs/rules.md#cash-events,
 * docs/rules.md#offline-calls.
 */
import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { ErrorBody } from '../../api/api.ts';
import { NotKept, putOne } from '../../outbox/outbox.ts';
import { deviceId } from '../../session/device.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { answerTo, type PayRequest } from './pay.ts';

/** Kind of a cash movement: put in, taken out, or dropped into the safe. */
export type CashKind = 'In' | 'Out' | 'Drop';

/** The names of the API. */
const onWire = {
  In: { kind: 'In', type: 'PayIn' },
  Out: { kind: 'Out', type: 'PayOut' },
  Drop: { kind: 'Out', type: 'Drop' },
} as const;

/** How long to wait for the server before the movement counts as recorded on this device. */
const serverWaitMs = 1500;

/** A cash movement; the amount in laari. */
interface CashMove {
  readonly key: string;
  readonly kind: CashKind;
  readonly amount: number;
  readonly reason: string;
}

/**
 * Records a cash movement of the open shift. Returns the server's refusal, or null; where `showsRefusal` says so, the screen alone shows it. One that
 * needs an approval asks for it with `approve`; without one it is taken back and refused.
 */
export async function moveCash(
  { key, kind, amount, reason }: CashMove,
  { approve, showsRefusal }: Pick<PayRequest, 'approve' | 'showsRefusal'>,
): Promise<ErrorBody | null> {
  const { user, scope } = useSession.getState();
  const { shift } = useApp.getState();
  if (!user || !scope || !shift) return null;
  const entry = await putOne({
    kind: 'shift.cash',
    billKey: null,
    body: { key, shiftId: shift.key, ...onWire[kind], amount, reason },
    outletId: scope.outletId,
    userId: user.id,
    userName: user.name,
    deviceId: deviceId(),
  });
  if (entry instanceof NotKept) return { message: entry.message };
  const outcome = await answerTo(entry, approve, serverWaitMs, showsRefusal);
  if (outcome.state === 'refused') return outcome.reason;
  if (outcome.state === 'sent') useApp.getState().setShift(outcome.answer as Shift);
  return null;
}
