import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DiscountDialog } from '../../business/discount-dialog.tsx';
import { ReasonDialog } from '../../business/reason-dialog.tsx';
import { showRefusal } from '../../business/show-refusal.ts';
import { settingValues } from '../../lib/app-store.ts';
import { slotIdOf } from '../../lib/bill/state.ts';
import { useBills } from '../../lib/bills.ts';
import { useConnection } from '../../lib/connection.ts';
import { printCancellations } from '../../lib/tickets.ts';
import { NoteDialog } from './note-dialog.tsx';
import { slotPath } from './slot-path.ts';
import { TransferDialog } from './transfer-dialog.tsx';

/** Which dialog of the bill stands open; one of a line names it. */
export type OpenDialog =
  | { readonly name: 'transfer' | 'discount' | 'voidBill' }
  | { readonly name: 'note' | 'voidItem'; readonly itemKey: string };

interface BillDialogsProps {
  readonly bill: Bill;
  readonly outlet: Outlet;
  readonly dialog: OpenDialog;
  readonly onClose: () => void;
}

/** The dialogs over the bill screen. */
export function BillDialogs({ bill, outlet, dialog, onClose }: BillDialogsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const slots = useBills((state) => state.slots);
  const isOnline = useConnection((state) => state.isOnline);
  const bills = useBills.getState();
  const item = 'itemKey' in dialog ? bill.items.find((each) => each.key === dialog.itemKey) : undefined;

  if (dialog.name === 'discount') {
    return (
      <DiscountDialog
        bill={bill}
        onApply={(discount) => {
          const set = bills.setDiscount(bill.key, discount);
          if (!set.ok) showRefusal(set.refusal);
        }}
        onClose={onClose}
      />
    );
  }
  if (dialog.name === 'transfer') {
    return (
      <TransferDialog
        bill={bill}
        slotTypes={outlet.slotTypes}
        isTaken={(type, slot) => slots[slotIdOf(type, slot)] !== undefined}
        isOnline={isOnline}
        onTransfer={async (type, slot) => {
          const moved = await bills.transfer(bill.key, { type, slot });
          if (moved.ok) await navigate({ href: slotPath({ type, slot }), replace: true });
          else showRefusal(moved.refusal);
        }}
        onClose={onClose}
      />
    );
  }
  if (dialog.name === 'note') {
    return item ? (
      <NoteDialog item={item} onSave={(notes) => void bills.setNote(bill.key, item.key, notes)} onClose={onClose} />
    ) : null;
  }
  const voids =
    dialog.name === 'voidItem'
      ? (reason: string) => bills.voidItem(bill.key, dialog.itemKey, reason)
      : (reason: string) => bills.voidBill(bill.key, reason);
  return (
    <ReasonDialog
      title={t(dialog.name === 'voidItem' ? 'bill.voidItem' : 'bill.voidBill')}
      presets={settingValues('VoidReasons')}
      onVoid={async (reason) => {
        const done = await voids(reason);
        if (!done.ok) return done.refusal.message;
        // What the kitchen is making already, it is told to drop.
        void printCancellations(done.value);
        onClose();
        return undefined;
      }}
      onClose={onClose}
    />
  );
}
