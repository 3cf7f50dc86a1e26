import type { Bill } from '@atoll/domain/bill/bill';
import { needsCovers } from '@atoll/domain/bill/covers';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showRefusal } from '../../approval/show-refusal.ts';
import { useBills } from '../../bills/bills.ts';
import { printBill, printTickets } from '../../printing/printing.ts';
import { useApp } from '../../sync/app-store.ts';
import { whenHere } from '../../sync/parts.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import type { BillCommands } from './bill-actions.tsx';
import type { OpenDialog } from './bill-dialogs.tsx';
import type { LineActions } from './line/bill-lines.tsx';
import { checkoutPath, type SlotPlace, slotPath } from './slot/slot-path.ts';

/** Returns the commands of the bill's buttons. A second press while a command is running is ignored. */
export function useBillCommands(
  place: SlotPlace,
  bill: Bill | undefined,
  openDialog: (dialog: OpenDialog) => void,
): { commands: BillCommands; lines: LineActions; busy: boolean } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const key = bill?.key ?? '';
  const { type, slot } = place;

  return useMemo(() => {
    const bills = useBills.getState;
    const once = (work: () => Promise<unknown>) => () => {
      if (working.current) return;
      working.current = true;
      setBusy(true);
      void work().finally(() => {
        working.current = false;
        setBusy(false);
      });
    };
    const path = slotPath({ type, slot });
    const commands: BillCommands = {
      checkIn: once(async () => {
        // A shift that is still loading does not count as 'no shift' (R35.1).
        if (!(await whenHere('shift'))) {
          showToast(t('parts.missing', { names: t('parts.names.shift') }), 'warning', { id: 'shiftMissing' });
          return undefined;
        }
        if (!useApp.getState().shift?.isOpen) {
          showToast(t('bill.noShift'), 'warning', {
            id: 'noShift',
            onClick: () => void navigate({ href: '/billing/new-sale' }),
          });
          return navigate({ href: `/billing/new-sale?r=${encodeURIComponent(path)}` });
        }
        if (needsCovers({ type, checkNo: 1, covers: 0 }, useApp.getState().settings))
          return openDialog({ name: 'covers', next: 'checkIn' });
        const opened = await bills().checkIn(type, slot);
        if (!opened.ok) showRefusal(opened.refusal);
        return undefined;
      }),
      save: once(async () => {
        const saved = await bills().save(key);
        if (!saved.ok) showRefusal(saved.refusal);
      }),
      printTicket: once(() => printTickets(key)),
      printBill: once(() => printBill(key)),
      checkout: () => {
        const open = bills().bills[key];
        if (open && needsCovers(open, useApp.getState().settings))
          return openDialog({ name: 'covers', next: 'checkout' });
        return void navigate({ href: checkoutPath(open, { type, slot }) });
      },
      transfer: () => openDialog({ name: 'transfer' }),
      split: () => openDialog({ name: 'split' }),
      details: () => openDialog({ name: 'details' }),
      customer: () => void navigate({ href: `${path}/customer?r=${encodeURIComponent(path)}` }),
      discount: () => openDialog({ name: 'discount' }),
      voidBill: () => openDialog({ name: 'voidBill' }),
      cancelCheckIn: once(async () => {
        const cancelled = await bills().cancelCheckIn(key);
        if (!cancelled.ok) showRefusal(cancelled.refusal);
      }),
      undoRemove: () => void bills().undoRemove(key),
    };
    const step = (by: number) => (itemKey: string) => {
      const item = bills().bills[key]?.items.find((each) => each.key === itemKey);
      if (!item) return;
      const changed = bills().changeQty(key, itemKey, Math.round((item.qty + by) * 1000) / 1000);
      if (!changed.ok) showRefusal(changed.refusal);
    };
    const lines: LineActions = {
      increase: step(1),
      decrease: step(-1),
      note: (itemKey) => openDialog({ name: 'note', itemKey }),
      remove: (itemKey) => void bills().removeUnsaved(key, itemKey),
      change: (itemKey) => openDialog({ name: 'line', itemKey }),
      voidItem: (itemKey) => openDialog({ name: 'voidItem', itemKey }),
    };
    return { commands, lines, busy };
  }, [key, type, slot, busy, navigate, openDialog, t]);
}
