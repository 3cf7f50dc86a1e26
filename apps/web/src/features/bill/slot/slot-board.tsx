import type { Bill, BillStatus } from '@atoll/domain/bill/bill';
import { waiterOf } from '@atoll/domain/bill/waiter';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { SlotType, SlotTypeName } from '@atoll/domain/outlet/outlet';
import type { TFunction } from 'i18next';
import { memo, useEffect, useMemo, useRef } from 'react';
import { slotName } from '../../../locale/slot-name.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { holdSecondPress } from '../../../ui/hook/second-press.ts';
import css from './slot-board.module.css';
import { tileAmount } from './tile-amount.ts';
import { unpaidMinutes } from './unpaid-bills.ts';

interface SlotBoardProps {
  readonly slotTypes: readonly SlotType[];
  readonly type: SlotTypeName;
  readonly slot: string;
  /** The open bills of this slot type, by slot number. */
  readonly bills: ReadonlyMap<string, Bill>;
  /** The slots in which a bill has changes that nobody saved. */
  readonly unsaved: ReadonlySet<string>;
  /** The slots with a ticket that nobody in the kitchen has touched in time, by slot identity. */
  readonly unseen: ReadonlyMap<string, unknown>;
  /** Minutes after which an open slot is coloured as late. */
  readonly lateMinutes: number;
  /** Minutes after which a printed bill counts as unpaid. */
  readonly unpaidAfterMinutes: number;
  /** Epoch ms, updated once a minute. */
  readonly now: number;
  readonly onType: (type: SlotTypeName) => void;
  readonly onSlot: (slot: string) => void;
}

/** Shows all slots of the outlet's types: number, amount, and state in words and colour. Late slots change colour. */
export const SlotBoard = memo(function SlotBoard({
  slotTypes,
  type,
  slot,
  bills,
  unsaved,
  unseen,
  lateMinutes,
  unpaidAfterMinutes,
  now,
  onType,
  onSlot,
}: SlotBoardProps) {
  const { t } = useTranslation();
  const count = slotTypes.find((each) => each.type === type)?.slotCount ?? 1;
  const numbers = useMemo(() => Array.from({ length: Math.max(0, count - 1) }, (_, i) => String(i + 1)), [count]);
  const board = useRef<HTMLDivElement>(null);
  const show = (inline?: ScrollLogicalPosition): void => {
    const chosen = board.current?.querySelector('[aria-current="true"]');
    if (!board.current || !chosen) return;
    const [strip, own] = [board.current.getBoundingClientRect(), chosen.getBoundingClientRect()];
    const isWhole = own.left >= strip.left && own.right <= strip.right;
    // In the middle: at an edge the strip may snap to a place that cuts it.
    chosen.scrollIntoView({ block: 'nearest', inline: inline ?? (isWhole ? 'nearest' : 'center') });
  };
  useEffect(() => {
    board.current?.parentElement?.scrollTo(0, 0);
  }, [type]);
  useEffect(() => show(), [type, slot]);
  useEffect(() => whenWidthChanges(board.current, () => show('center')), []);
  return (
    <>
      <Segmented
        label={t('bill.slotType')}
        items={slotTypes.map((each) => ({ value: each.type, label: t(`bill.types.${each.type}`) }))}
        value={type}
        onChange={onType}
      />
      <div ref={board} className={css.board} role="group" aria-label={t('bill.slots')}>
        {numbers.map((n) => {
          const bill = bills.get(n);
          const ageMinutes = bill ? Math.max(0, (now - Date.parse(bill.createdAt)) / 60_000) : 0;
          return (
            <Slot
              key={n}
              type={type}
              number={n}
              status={bill?.status ?? null}
              total={bill?.total ?? 0}
              unsaved={unsaved.has(n)}
              unseen={unseen.has(`${type} ${n}`)}
              late={ageMinutes >= lateMinutes}
              unpaid={bill !== undefined && (unpaidMinutes(bill, now) ?? -1) >= unpaidAfterMinutes}
              minutes={Math.floor(ageMinutes)}
              who={bill ? waiterOf(bill).name : ''}
              joinedTo={bill && bill.slot !== n ? bill.slot : null}
              masked={bill?.isMasked ?? false}
              current={n === slot}
              onSlot={onSlot}
              t={t}
            />
          );
        })}
      </div>
    </>
  );
});

/** Calls back when a shown element gets another width, such as by turning a tablet, until the returned function is called. */
function whenWidthChanges(element: HTMLElement | null, onChange: () => void) {
  if (!element) return undefined;
  let before = 0;
  const watch = new ResizeObserver(() => {
    const now = element.clientWidth;
    if (before && now && now !== before) onChange();
    before = now || before;
  });
  watch.observe(element);
  return () => watch.disconnect();
}

interface SlotProps {
  readonly type: SlotTypeName;
  readonly number: string;
  readonly status: BillStatus | null;
  readonly total: number;
  /** It has changes that nobody saved. */
  readonly unsaved: boolean;
  /** Nobody in the kitchen has touched a ticket in time. */
  readonly unseen: boolean;
  readonly late: boolean;
  /** The bill was printed and not paid in time. */
  readonly unpaid: boolean;
  /** Minutes since the check-in. */
  readonly minutes: number;
  /** Name of the person who serves it. */
  readonly who: string;
  /** Another person serves it, whose name is shown instead of the amount. */
  readonly masked: boolean;
  /** The slot whose bill this one shares. */
  readonly joinedTo: string | null;
  readonly current: boolean;
  readonly onSlot: (slot: string) => void;
  readonly t: TFunction;
}

const Slot = memo(function Slot({
  type,
  number,
  status,
  total,
  unsaved,
  unseen,
  late,
  unpaid,
  minutes,
  who,
  masked,
  joinedTo,
  current,
  onSlot,
  t,
}: SlotProps) {
  const shared = joinedTo === null ? '' : t('floor.joinedTo', { slot: slotName(t, type, joinedTo) });
  const state = shared || (masked ? t('waiter.takenBy', { name: who }) : t(`bill.states.${status ?? 'Free'}`));
  const since =
    minutes < 60 ? t('service.minutes', { n: minutes }) : t('service.hours', { n: Math.floor(minutes / 60) });
  const about =
    status === null
      ? ''
      : [
          unseen ? t('floor.unseen') : '',
          unpaid ? t('floor.unpaid') : '',
          late ? t('bill.late') : '',
          unsaved ? t('bill.notSaved') : '',
          since,
          who,
        ]
          .filter(Boolean)
          .join(', ');
  const mark = unseen
    ? t('floor.unseen')
    : unpaid
      ? t('floor.unpaid')
      : late
        ? t('bill.late')
        : t(`bill.short.${unsaved ? 'unsaved' : (status ?? 'Saved')}` as 'bill.short.Saved');
  // A saved bill may come to nothing, such as one whose items are complimentary.
  const isEmpty = total === 0 && status === 'CheckedIn';
  const amount = status && total !== 0 && !shared ? `, ${formatMoney(laari(total))}` : '';
  return (
    <button
      type="button"
      className={css.slot}
      data-state={status ?? 'Free'}
      data-late={status !== null && (late || unpaid || unseen)}
      aria-current={current || undefined}
      aria-label={`${slotName(t, type, number)}, ${state}${amount}`}
      title={status === null ? undefined : who}
      aria-description={about || undefined}
      onClick={() => {
        // On a phone the items come where the slot was.
        holdSecondPress();
        onSlot(number);
      }}
    >
      {number}
      {shared && <small className={css.who}>{t('floor.sharedShort', { slot: joinedTo })}</small>}
      {masked && !shared && <small className={css.who}>{who}</small>}
      {status && !masked && !shared && <small>{isEmpty ? t('bill.open') : tileAmount(total)}</small>}
      {status && !masked && !shared && !isEmpty && <small>{`${mark} ${since}`}</small>}
    </button>
  );
});
