import type { Bill } from '@atoll/domain/bill/bill';
import { waiterOf } from '@atoll/domain/bill/waiter';
import type { Outlet, SlotTypeName } from '@atoll/domain/outlet/outlet';
import { useNavigate } from '@tanstack/react-router';
import { useConnection } from '../../api/connection.ts';
import { approved } from '../../approval/approved.ts';
import { usePermissionEffect } from '../../approval/permission-effect.ts';
import { showRefusal } from '../../approval/show-refusal.ts';
import { DiscountDialog } from '../../bill/discount-dialog.tsx';
import { itemWords } from '../../bill/item-words.ts';
import { ReasonDialog } from '../../bill/reason/reason-dialog.tsx';
import { voidQuantity, voidWithApproval } from '../../bill/void-bill.ts';
import { HandOverDialog } from '../../bill/waiter/hand-over-dialog.tsx';
import { useBills } from '../../bills/bills.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { tellKitchenMoved } from '../../printing/moved-items.ts';
import { settingHere } from '../../sync/app-store.ts';
import { ItemDialog } from './bill-items/item-dialog.tsx';
import { NoteDialog } from './bill-items/note-dialog.tsx';
import { SplitDialog } from './bill-items/split-dialog.tsx';
import { SwapPart } from './bill-items/swap-part.tsx';
import { type Move, TransferDialog } from './bill-items/transfer-dialog.tsx';
import { CouponDialog } from './coupon-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { ItemsLeftDialog } from './item/items-left-dialog.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { RemovePromotion } from './remove-promotion.tsx';
import { SellCard } from './sell-card.tsx';
import { checksAt } from './slot/check-choice.ts';
import { slotPath } from './slot/slot-path.ts';
import { KeepForLater } from './tab/keep-for-later.tsx';
import { TabLimitDialog } from './tab/tab-limit-dialog.tsx';

/** An open dialog of the bill screen. Those for guests and for an item that is not offered also open before there is a bill. */
export type OpenDialog =
  | BillDialog
  | {
      readonly name: 'covers';
      readonly next: 'checkIn' | 'checkout';
      /** Runs after the check-in. */
      readonly onOpened?: (() => void) | undefined;
    }
  | {
      /** Asks whether an item that no menu offers now is sold all the same. */
      readonly name: 'offHours';
      readonly item: string;
      readonly hours: string;
      readonly onSell: () => void;
    };

export type BillDialog =
  | {
      readonly name:
        | 'transfer'
        | 'join'
        | 'split'
        | 'details'
        | 'handOver'
        | 'itemsLeft'
        | 'giftCard'
        | 'coupon'
        | 'tabLimit'
        | 'keepForLater'
        | 'discount'
        | 'voidBill';
    }
  | { readonly name: 'note' | 'line' | 'voidItem' | 'swap'; readonly itemKey: string }
  | { readonly name: 'removePromotion'; readonly promotionId: number; readonly words: string };

interface BillDialogsProps {
  readonly bill: Bill;
  readonly outlet: Outlet;
  readonly dialog: BillDialog;
  readonly unsaved: ReadonlySet<string>;
  readonly onClose: () => void;
}

/** Returns what tells whether a slot has the bill of other guests. */
const takenByOthers =
  (bill: Bill) =>
  (type: SlotTypeName, slot: string): boolean =>
    checksAt(useBills.getState(), { type, slot }).some(({ key }) => key !== bill.key);

/** Returns what moves the bill, or items of it, to another slot, or merges it with the bill there. */
function useMove(bill: Bill): (move: Move) => Promise<void> {
  const navigate = useNavigate();
  const bills = useBills.getState();
  return async ({ type, slot, items, isTaken: holds }: Move) => {
    const there = checksAt(useBills.getState(), { type, slot })[0];
    const moved =
      holds && !items && there
        ? await approved(
            { permission: 'bill.merge', subjectType: 'Bill', subjectKey: there.key, itemKeys: [bill.key] },
            (options) => bills.merge(bill.key, there.key, options),
          )
        : await approved({ permission: 'bill.transfer', subjectType: 'Bill', subjectKey: bill.key }, (options) =>
            bills.transfer(bill.key, { type, slot }, items, options),
          );
    if (moved && !moved.ok) return showRefusal(moved.refusal);
    if (moved) void tellKitchenMoved(bill, { type, slot }, items);
    if (moved && !items) await navigate({ href: slotPath({ type, slot }), replace: true, state: true });
  };
}

/** Shows the open dialog of the bill screen. */
export function BillDialogs({ bill, outlet, dialog, unsaved, onClose }: BillDialogsProps) {
  const { t } = useTranslation();
  const bills = useBills.getState();
  useBills((state) => state.slots);
  const isOnline = useConnection((state) => state.isOnline);
  const mayMerge = usePermissionEffect('bill.merge') !== 'deny';
  const voiding = usePermissionEffect(dialog.name === 'voidItem' ? 'item.void.sent' : 'bill.void');
  const item = 'itemKey' in dialog ? bill.items.find((each) => each.key === dialog.itemKey) : undefined;

  const move = useMove(bill);

  switch (dialog.name) {
    case 'discount':
      return <DiscountDialog bill={bill} onClose={onClose} />;
    case 'transfer':
      return (
        <TransferDialog
          {...{ bill, isOnline, mayMerge, onClose, isTaken: takenByOthers(bill), onMove: move }}
          slotTypes={outlet.slotTypes}
        />
      );
    case 'join':
      return <JoinDialog bill={bill} onClose={onClose} />;
    case 'split':
      return <SplitDialog bill={bill} onClose={onClose} />;
    case 'details':
      return <DetailsDialog bill={bill} onClose={onClose} />;
    case 'handOver':
      return <HandOverDialog bills={[bill]} from={waiterOf(bill)} isAll={false} onClose={onClose} />;
    case 'itemsLeft':
      return <ItemsLeftDialog onClose={onClose} />;
    case 'coupon':
      return <CouponDialog bill={bill} onClose={onClose} />;
    case 'keepForLater':
      return <KeepForLater bill={bill} onClose={onClose} />;
    case 'tabLimit':
      return <TabLimitDialog bill={bill} onClose={onClose} />;
    case 'giftCard':
      return <SellCard bill={bill} onClose={onClose} />;
    case 'removePromotion':
      return <RemovePromotion {...{ bill, onClose }} promotionId={dialog.promotionId} words={dialog.words} />;
    case 'note':
      return item ? (
        <NoteDialog item={item} onSave={(notes) => void bills.setNote(bill.key, item.key, notes)} onClose={onClose} />
      ) : null;
    case 'line':
      return item ? <ItemDialog {...{ bill, item, onClose }} isUnsaved={unsaved.has(item.key)} /> : null;
    case 'swap':
      return item ? <SwapPart {...{ bill, item, onClose }} isUnsaved={unsaved.has(item.key)} /> : null;
    case 'voidItem':
    case 'voidBill':
      return (
        <ReasonDialog
          title={t(dialog.name === 'voidItem' ? 'bill.voidItem' : 'bill.voidBill')}
          about={dialog.name === 'voidItem' && item ? itemWords(item) : undefined}
          presets={settingHere('VoidReasons')}
          isApprovedNext={voiding === 'approval'}
          isOptional={dialog.name === 'voidItem' && !settingHere('RequireVoidReason')}
          most={item && isOnline && item.unit === undefined ? Math.floor(item.qty) : 1}
          onVoid={async (reason, qty) => {
            const done = item ? await voidQuantity(bill, item, reason, qty) : await voidWithApproval(bill, reason);
            if (done.state === 'done') onClose();
            return done.state === 'refused' ? done.message : undefined;
          }}
          onClose={onClose}
        />
      );
  }
}
