import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { forgetPaid, useLastPaid } from '../../bill/last-paid.ts';
import { useBills } from '../../bills/bills.ts';
import { pricesOf } from '../../bills/price/line-price.ts';
import { showSlot } from '../../bills/toast/shown-slot.ts';
import { useNow } from '../../clock/now.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { showWorkBars } from '../../outbox/attention.ts';
import { useApp } from '../../sync/app-store.ts';
import { later } from '../../ui/hook/later.tsx';
import { useFailedLines } from './attention/use-failed-lines.ts';
import type { OpenDialog } from './bill-dialogs.tsx';
import { BillPane } from './bill-pane.tsx';
import css from './bill-work.module.css';
import { ItemGrid } from './item/item-grid.tsx';
import { offerAt } from './item/offer.ts';
import { useOrderItem, useScannedItems } from './item/use-order-item.ts';
import { joinedName } from './joined-name.ts';
import { SlotPane } from './slot/slot-pane.tsx';
import type { SlotPlace } from './slot/slot-path.ts';
import { useUnpaidBillNotices } from './slot/unpaid-bills.ts';
import { StepButtons } from './step-buttons.tsx';
import { useBillCommands } from './use-bill-commands.ts';
import { useSlotBill } from './use-slot-bill.ts';
import { useStep } from './use-step.ts';

const BillDialogs = later(async () => (await import('./bill-dialogs.tsx')).BillDialogs);
const AskCovers = later(async () => (await import('./slot/ask-covers.tsx')).AskCovers);

const AskOffHours = later(async () => (await import('./item/ask-off-hours.tsx')).AskOffHours);

const WorkBars = later(async () => (await import('./attention/work-bars.tsx')).WorkBars, { waits: true });

const noLines: ReadonlySet<string> = new Set();

/** Shows slots, menu items and the bill of one slot side by side; on a phone they are three steps. */
export function BillWork({ outlet, place }: { outlet: Outlet; place: SlotPlace }) {
  const { t } = useTranslation();
  const now = useNow();
  const paid = useLastPaid(place.type, place.slot);
  const { step, onStep, onSlot } = useStep(place, paid ? 'bill' : 'items');
  const [dialog, setDialog] = useState<OpenDialog>();
  const bill = useSlotBill(place);
  const isOpen = bill !== undefined;
  const unsaved = useUnsaved(bill);
  const removed = useBills((state) => (bill ? state.drafts[bill.key]?.removed.at(-1)?.name : undefined)) ?? null;
  const failed = useFailedLines(bill);
  const menus = useApp((state) => state.menus);
  // Renders again when the rules change.
  useApp((state) => state.prices);
  const priceOf = pricesOf(place.type, bill?.customer?.groupId ?? 0, now);
  useUnpaidBillNotices(now);
  useEffect(() => showSlot(place.type, place.slot), [place.type, place.slot]);
  const { commands, lines, busy } = useBillCommands(place, bill, setDialog);
  const onItem = useOrderItem(place, setDialog);
  useScannedItems((...scanned) => {
    // On a phone who scans needs the bill and its payment, not the tiles (R35.35).
    onStep('bill');
    onItem(...scanned);
  });

  return (
    <div className={css.work}>
      <Attention place={place} />
      <SlotPane {...{ outlet, place, now, step, onSlot }} />
      <section
        className={`${css.pane} ${css.items}`}
        aria-label={t('bill.items')}
        data-step={step === 'items' ? 'on' : 'off'}
      >
        <ItemGrid
          slot={place.type + place.slot}
          menus={menus}
          offer={offerAt(menus, place.type, now)}
          {...{ priceOf, onItem }}
        />
      </section>
      <BillPane
        title={bill ? joinedName(t, bill) : slotName(t, place.type, place.slot)}
        {...{ bill, unsaved, failed, removed, now, busy, lines, commands, paid }}
        onNewSale={useCallback(() => {
          forgetPaid();
          if (!isOpen) onStep('items');
        }, [isOpen, onStep])}
        className={css.billPane}
        step={step === 'bill' ? 'on' : 'off'}
      />
      <StepButtons {...{ step, place, bill, busy, onStep }} onCheckIn={commands.checkIn} />
      {dialog?.name === 'covers' && (
        <AskCovers
          bill={bill}
          place={place}
          next={dialog.next}
          onOpened={dialog.onOpened}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.name === 'offHours' && (
        <AskOffHours
          name={dialog.item}
          hours={dialog.hours}
          onSell={dialog.onSell}
          onClose={() => setDialog(undefined)}
        />
      )}
      {bill && dialog && dialog.name !== 'covers' && dialog.name !== 'offHours' && (
        <BillDialogs {...{ bill, outlet, dialog, unsaved }} onClose={() => setDialog(undefined)} />
      )}
    </div>
  );
}

/** Makes room for the bars above the bill screen, and says that they are shown. */
const Attention = memo(function Attention({ place }: { place: SlotPlace }) {
  useEffect(showWorkBars, []);
  return (
    <div className={css.bars}>
      <WorkBars place={place} />
    </div>
  );
});

function useUnsaved(bill: Bill | undefined): ReadonlySet<string> {
  const items = useBills((state) => (bill ? state.drafts[bill.key]?.items : undefined));
  return useMemo(() => (items ? new Set(items.map((item) => item.key)) : noLines), [items]);
}
