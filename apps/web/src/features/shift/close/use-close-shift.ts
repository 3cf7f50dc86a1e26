import type { Shift } from '@atoll/domain/contract/bill/shift';
import { countedPieces } from '@atoll/domain/money/denominations';
import { foreignMethod } from '@atoll/domain/shift/shift';
import { useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { useConnection } from '../../../api/connection.ts';
import { ApprovalDeclined, approvalHeaders, withApproval } from '../../../approval/approval.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { isWaiting } from '../../../outbox/entry.ts';
import { useOutbox } from '../../../outbox/outbox.ts';
import type { ClosedShift } from './closed-panel.tsx';
import type { CashComparison } from './compare-cash.ts';
import type { Count } from './kept-count.ts';
import { useMayClose } from './others-shift.tsx';

/** Returns why the shift cannot be closed yet, or undefined. */
export function useCloseBlock(shift: Shift, isCounted: boolean, mustCarry: boolean): string | undefined {
  const { t } = useTranslation();
  const waiting = useConnection((state) => state.waiting);
  const isOnline = useConnection((state) => state.isOnline);
  const isStuck = useOutbox(({ entries }) => entries.some((entry) => !isWaiting(entry)));
  const may = useMayClose(shift);
  if (may === 'deny') return t('shift.othersShiftDenied', { name: shift.createdByName });
  if (!isOnline) return t('shift.needsServer');
  if (isStuck) return t('shift.attentionFirst');
  if (waiting > 0) return t('shift.waitingFirst', { count: waiting });
  if (!isCounted) return t('shift.countFirst');
  return mustCarry ? t('shift.carryFirst') : undefined;
}

/** Sends the count of a shift, with an approval if the user needs one. */
function sendClose(shift: Shift, count: Count, counted: number, foreignCash: CashComparison['foreignCash']) {
  const reason = count.reason.trim();
  return withApproval(
    { permission: 'drawer.open', subjectType: 'Shift', subjectKey: shift.key, reason: reason || undefined },
    (approvalKey) =>
      call('shift.close', {
        inPlace: true,
        headers: approvalHeaders(approvalKey),
        body: {
          id: shift.id > 0 ? shift.id : shift.key,
          counted: [
            { method: 'Cash', amount: counted },
            ...foreignCash.map(({ currency, amount: worth, units }) => ({
              method: foreignMethod(currency),
              amount: worth,
              units,
            })),
          ],
          ...(count.by === 'pieces' ? { denominations: countedPieces(count.pieces) } : {}),
          ...(count.isCarried ? { openBills: 'carry' as const } : {}),
          ...(reason ? { differenceReason: reason } : {}),
        },
      }),
  );
}

interface CloseShiftOptions {
  readonly shift: Shift;
  readonly count: Count;
  readonly cash: CashComparison;
  readonly onClosed: (closed: ClosedShift) => void;
  /** Called when the server refused because something changed in the meantime. */
  readonly onChanged: () => void;
}

/** Returns a function that closes the shift with what was counted, and why the server refused it. */
export function useCloseShift({ shift, count, cash, onClosed, onChanged }: CloseShiftOptions) {
  const { t } = useTranslation();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [mustExplain, setMustExplain] = useState(false);

  async function close(): Promise<void> {
    if (cash.counted === null) return;
    setBusy(true);
    setError(undefined);
    try {
      onClosed(await sendClose(shift, count, cash.counted, cash.foreignCash));
    } catch (caught) {
      if (caught instanceof ApprovalDeclined) return;
      if (caught instanceof CallError && caught.body?.reason === 'reasonMissing') setMustExplain(true);
      setError(
        caught instanceof CallError
          ? [caught.message, caught.body?.details].filter(Boolean).join('. ')
          : t('shift.needsServer'),
      );
      onChanged();
    } finally {
      setBusy(false);
    }
  }
  return { close, busy, error, mustExplain };
}
