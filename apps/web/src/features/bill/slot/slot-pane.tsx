import type { Bill } from '@atoll/domain/bill/bill';
import { joinedSlotsOf } from '@atoll/domain/bill/split/join';
import type { Outlet, SlotTypeName } from '@atoll/domain/outlet/outlet';
import { Link } from '@tanstack/react-router';
import { memo, useCallback, useDeferredValue, useMemo } from 'react';
import { freeSlot } from '../../../bill/free-slot.ts';
import { hasUnsaved, useBills } from '../../../bills/bills.ts';
import type { BillsState } from '../../../bills/state.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSettingOf } from '../../../sync/app-store.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { toastsWithin } from '../../../ui/hook/toasts-within.ts';
import { useUnseenSlots } from '../attention/use-unseen-slots.ts';
import type { Step } from '../step.ts';
import { checksInByItem } from './check-in.ts';
import { SlotBoard } from './slot-board.tsx';
import css from './slot-pane.module.css';
import type { SlotPlace } from './slot-path.ts';
import { useUnpaidAfterMinutes } from './unpaid-bills.ts';

interface SlotPaneProps {
  readonly outlet: Outlet;
  readonly place: SlotPlace;
  readonly now: number;
  readonly step: Step;
  readonly onSlot: (place: SlotPlace, step: Step) => void;
}

/**
 * Shows the slots. Choosing one opens its bill, and the items on a phone. Another type shows its own slots in their place.
 */
export const SlotPane = memo(function SlotPane({ outlet, place: { type, slot }, now, step, onSlot }: SlotPaneProps) {
  const { t } = useTranslation();
  // The line of an item that is tapped is painted first, its bill's amount here in the next frame (R34.6).
  const state = useDeferredValue(useBills());
  const [slots, unsaved] = useMemo(() => [slotsOf(state, type), unsavedOf(state, type)], [state, type]);
  const unseen = useUnseenSlots(now);
  const late = useSettingOf('LateTableMinutes');
  const unpaidAfterMinutes = useUnpaidAfterMinutes();
  const onNumber = useCallback((next: string) => onSlot({ type, slot: next }, 'items'), [onSlot, type]);
  const onType = useCallback(
    (next: SlotTypeName) => {
      if (next === type) return;
      // The next item would go to the bill of another guest where the first one opens a bill.
      const to = { type: next, slot: (checksInByItem(next) && freeSlot(next)) || '1' };
      onSlot(to, 'slots');
    },
    [onSlot, type],
  );
  return (
    <section
      ref={toastsWithin}
      className={`${css.pane} ${css.slots}`}
      aria-label={t('bill.slots')}
      data-step={step === 'slots' ? 'on' : 'off'}
    >
      {outlet.floorVersion !== undefined && (
        <Link to="/billing/floor" className={css.floor}>
          <Icon name="cards" size={18} />
          {t('floor.open')}
        </Link>
      )}
      <SlotBoard
        slotTypes={outlet.slotTypes}
        type={type}
        slot={slot}
        bills={slots}
        unsaved={unsaved}
        unseen={unseen}
        lateMinutes={late}
        unpaidAfterMinutes={unpaidAfterMinutes}
        now={now}
        onType={onType}
        onSlot={onNumber}
      />
    </section>
  );
});

/**
 * Returns the open bills of a slot type by slot number, also of the slots that are joined to them. Several checks in a slot count as one: the first check with the
 * sum of all.
 */
function slotsOf({ slots, bills }: BillsState, type: SlotTypeName): ReadonlyMap<string, Bill> {
  const found = new Map<string, Bill>();
  for (const key of Object.values(slots)) {
    const bill = key ? bills[key] : undefined;
    if (!bill || bill.type !== type) continue;
    const other = found.get(bill.slot);
    const first = other && other.checkNo < bill.checkNo ? other : bill;
    found.set(bill.slot, other ? { ...first, total: bill.total + other.total } : bill);
  }
  const own = [...found.values()];
  for (const bill of own) for (const joined of joinedSlotsOf(bill)) if (!found.has(joined)) found.set(joined, bill);
  return found;
}

/** Returns the slots of a type in which a bill has changes that nobody saved. */
function unsavedOf({ drafts, bills }: BillsState, type: SlotTypeName): ReadonlySet<string> {
  const changed = Object.keys(drafts).filter((key) => hasUnsaved(drafts[key]));
  const open = changed.flatMap((key) => bills[key] ?? []).filter((bill) => bill.isOpen && bill.type === type);
  return new Set(open.map(({ slot }) => slot));
}
