import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { isHeld } from '@atoll/domain/bill/course';
import { firstPart, inSetOrder, isSetHead } from '@atoll/domain/bill/set-menu/set-menu';
import { isSplitAway } from '@atoll/domain/bill/split/piece';
import { lineAmount } from '@atoll/domain/bill/totals';
import { type ItemMarks, marksOf } from '@atoll/domain/menu/marks';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { weighedText } from '@atoll/domain/money/quantity';
import { shownPriceWords } from '@atoll/domain/price/price-words';
import type { TFunction } from 'i18next';
import { memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import { itemMarks } from '../../../bill/item-mark-words.ts';
import { MarkTexts } from '../../../bill/item-marks.tsx';
import { itemAmounts, itemParts, reductionWords } from '../../../bill/item-words.ts';
import { joinedList } from '../../../locale/joined-list.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { menuIndexOf } from '../../../sync/menu/menu-index.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { later } from '../../../ui/hook/later.tsx';
import { useQueuedLines, useUnconfirmedLines } from '../attention/use-failed-lines.ts';
import css from './bill-items.module.css';

export interface ItemActions {
  readonly increase: (itemKey: string) => void;
  readonly decrease: (itemKey: string) => void;
  readonly note: (itemKey: string) => void;
  /** Opens the dialog for quantity, discount and complimentary. */
  readonly change: (itemKey: string) => void;
  readonly remove: (itemKey: string) => void;
  /** Chooses another one in the place of a part of a set. */
  readonly swap: (itemKey: string) => void;
  readonly voidItem: (itemKey: string) => void;
  /** Orders one more of a saved item. */
  readonly again: (itemKey: string) => void;
}

/** Comes after the bill screen, where the outlet has a kitchen screen. */
const KitchenMark = later(async () => (await import('../../../bill/kitchen-mark.tsx')).KitchenMark, { waits: true });
/** Comes after the bill screen too: it says when the kitchen had an item. */
const LineStep = later(async () => (await import('./line-step.tsx')).LineStep, { waits: true });
/** Come with the first bill that has courses or seats. */
const CourseHead = later(async () => (await import('./course-head.tsx')).CourseHead);
const SeatTag = later(async () => (await import('./seat-choice.tsx')).SeatTag);
const CourseTag = later(async () => (await import('./course-head.tsx')).CourseTag);
const HeldTag = later(async () => (await import('./course-head.tsx')).HeldTag);

interface BillItemsProps {
  readonly bill: Bill;
  /** Keys of the items that are not saved yet. */
  readonly unsaved: ReadonlySet<string>;
  /** Keys of the items whose ticket failed. */
  readonly failed: ReadonlySet<string>;
  readonly actions: ItemActions;
}

type Kind = 'sent' | 'saved' | 'new';

/**
 * Lists the items of a bill in three groups, marked by position, colour and words: in the kitchen, saved, not saved
 * yet. With courses what is saved is listed by course.
 */
export const BillItems = memo(function BillItems({ bill, unsaved, failed, actions }: BillItemsProps) {
  const { t } = useTranslation();
  const amounts = useMemo(() => itemAmounts(bill), [bill]);
  const menu = menuIndexOf(useApp((state) => state.menus));
  // Names that are numbers come first, in order.
  const groups: Record<string, BillItem[]> & Record<'new', BillItem[]> = { sent: [], saved: [], new: [] };
  const hasCourses = bill.items.some((item) => item.courseNo);
  const shown = inSetOrder(bill.items.filter((one) => !isSplitAway(one)));
  const heads = new Map(shown.filter(isSetHead).map((head) => [head.key, firstPart(shown, head)]));
  for (const item of shown) {
    // A set is listed where its first part is, with all its parts.
    const placed = heads.get(item.parentKey ?? item.key) ?? item;
    const kind = kindOf(placed, unsaved);
    const group = hasCourses && kind !== 'new' ? (placed.courseNo ?? 0) : kind;
    (groups[group] ??= []).push(item);
  }
  const queued = useQueuedLines(bill);
  const unconfirmed = useUnconfirmedLines(bill);
  const list = useGrownInSight(groups.new);
  return (
    <ul ref={list} className={css.lines} aria-label={t('bill.lines')}>
      {Object.entries(groups).flatMap(([group, items]) =>
        items.map((item, i) => (
          <Line
            key={item.key}
            billKey={bill.key}
            item={item}
            kind={kindOf(heads.get(item.parentKey ?? item.key) ?? item, unsaved)}
            isPart={heads.has(item.parentKey ?? '')}
            head={i === 0 ? group : ''}
            amount={amounts.get(item.key) ?? 0}
            failed={failed.has(item.key)}
            queued={queued.has(item.key)}
            unconfirmed={unconfirmed.has(item.key)}
            marked={menu.find(item.menuItemId)?.item}
            isAllHalal={menu.isAllHalal}
            actions={actions}
            t={t}
          />
        )),
      )}
    </ul>
  );
});

/** Brings an item into sight that was added, or that grew while its line was out of sight, as by a tap on its tile. Returns the ref of the list. */
function useGrownInSight(items: readonly BillItem[]): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef<readonly BillItem[]>([]);
  useEffect(() => {
    const known = new Map(before.current.map(({ key, qty }) => [key, qty]));
    before.current = items;
    const at = items.findLastIndex(({ key, qty }) => qty > (known.get(key) ?? 0));
    const line = list.current?.querySelectorAll('[data-kind="new"]')[at];
    // A line whose own button was pressed stays where it is: a second press would meet another button.
    if (line && (!known.has(items[at]?.key ?? '') || isOutOfSight(line, list.current)))
      line.scrollIntoView({ block: 'nearest' });
  }, [items]);
  return list;
}

function isOutOfSight(line: Element, list: Element | null): boolean {
  const [own, whole] = [line.getBoundingClientRect(), list?.getBoundingClientRect()];
  return !whole || own.bottom <= whole.top || own.top >= whole.bottom;
}

const kindOf = (item: BillItem, unsaved: ReadonlySet<string>): Kind =>
  unsaved.has(item.key) ? 'new' : item.sentQty > 0 ? 'sent' : 'saved';

interface LineProps {
  readonly billKey: string;
  readonly item: BillItem;
  readonly kind: Kind;
  /** Its set is on the bill too. */
  readonly isPart: boolean;
  /** The first item of its group shows the name of the group: a kind, or the number of a course. '' for the others. */
  readonly head: string;
  readonly amount: number;
  readonly failed: boolean;
  /** Its ticket waits for the printer. */
  readonly queued: boolean;
  /** The printer accepted its ticket but did not confirm the print. */
  readonly unconfirmed: boolean;
  /** The item as the menu has it, with its marks; absent: it is no longer there. */
  readonly marked: ItemMarks | undefined;
  readonly isAllHalal: boolean;
  readonly actions: ItemActions;
  /** Given by the list: a hook in each part of each line costs more than the line. */
  readonly t: TFunction;
}

const Line = memo(function Line(props: LineProps) {
  const { billKey, item, kind, isPart, head, amount, failed, queued, unconfirmed, marked, isAllHalal, actions, t } =
    props;
  const hasKitchen = useApp((state) => state.features.includes('Kitchen'));
  const details = joinedList([weighedText(item), ...itemParts(item), ...item.notes]);
  const reduction = reductionWords(item, t);
  const isTicketed = kind !== 'new' && !item.isVoid && item.printable;
  return (
    <li>
      {head === kind ? (
        <p className={css.divide}>{t(`bill.groups.${kind}`)}</p>
      ) : (
        head && <CourseHead billKey={billKey} course={Number(head)} />
      )}
      <div className={css.line} data-kind={kind} data-void={item.isVoid} data-part={isPart}>
        <span className={css.qty}>{!item.unit && !isPart && item.qty}</span>
        <span className={css.name}>
          {item.isVoid || item.card ? (
            <span>{item.name}</span>
          ) : (
            <button
              type="button"
              className={css.change}
              aria-label={t(isPart ? 'bill.swapPart' : 'service.lineTitle', { name: item.name })}
              onClick={() => (isPart ? actions.swap : actions.change)(item.key)}
            >
              {item.name}
            </button>
          )}
          {details && <small>{details}</small>}
          {!item.isVoid && marked && <MarkTexts marks={itemMarks(marksOf(marked, isAllHalal))} />}
          {!item.isVoid && item.priceRule && <small className={css.off}>{shownPriceWords(item.priceRule.words)}</small>}
          {!item.isVoid && isUnsure(item) && <small className={css.off}>{t('bill.priceUnsure')}</small>}
          {!!item.seat && <SeatTag seat={item.seat} />}
          {(kind === 'new' || isPart) && !!item.courseNo && <CourseTag course={item.courseNo} />}
          {kind !== 'new' && isHeld(item) && <HeldTag billKey={billKey} course={item.courseNo ?? 0} />}
          {!item.isVoid && item.priceReason && (
            <small className={css.off}>{t('floor.priceSet', { reason: item.priceReason })}</small>
          )}
          {!item.isVoid && item.laterPrice !== undefined && (
            <small className={css.off}>{t('floor.priceOld', { amount: formatAmount(laari(item.laterPrice)) })}</small>
          )}
          {!item.isVoid && (item.isOffHours || item.priceFlag === 'NotOffered') && (
            <small className={css.off}>{t('bill.offHours')}</small>
          )}
          {!item.isVoid && reduction && <small className={css.off}>{reduction}</small>}
          {item.isVoid && (
            <small>{item.voidReason ? t('bill.voidedBecause', { reason: item.voidReason }) : t('bill.voided')}</small>
          )}
          {hasKitchen && kind !== 'new' && !item.isVoid && <KitchenMark billKey={billKey} itemKey={item.key} />}
          {failed && !item.isVoid && <span className={css.flag}>{t('bill.notInKitchen')}</span>}
          {queued && !failed && !item.isVoid && <small className={css.off}>{t('service.queued')}</small>}
          {unconfirmed && !failed && !queued && !item.isVoid && (
            <small className={css.off}>{t('service.notConfirmed')}</small>
          )}
        </span>
        <span className={css.price}>
          <span>
            <span>{formatAmount(item.isVoid ? lineAmount(item) : laari(amount))}</span>
            {isTicketed && <LineStep itemKey={item.key} />}
          </span>
          {kind !== 'new' && !item.isVoid && !isPart && <SavedTools item={item} actions={actions} t={t} />}
        </span>
        {kind === 'new' && <LineTools item={item} isPart={isPart} actions={actions} t={t} />}
      </div>
    </li>
  );
});

/** Returns whether the present price rules do not give the price of an item. */
const isUnsure = ({ priceFlag }: BillItem): boolean => priceFlag === 'OldRules' || priceFlag === 'Unproven';

/** Returns whether the item is the delivery fee, which follows the address: nobody orders one more of it. */
const isFee = ({ menuItemId }: BillItem): boolean => menuItemId === 0;

interface ToolProps {
  readonly item: BillItem;
  readonly actions: ItemActions;
  readonly t: TFunction;
}

function SavedTools({ item, actions, t }: ToolProps) {
  const again = t('bill.again');
  return (
    <>
      {isFee(item) ? (
        <span className={css.again} />
      ) : (
        <button
          type="button"
          className={css.again}
          title={again}
          aria-label={again}
          aria-description={item.name}
          onClick={() => actions.again(item.key)}
        >
          <Icon name="plus" />
        </button>
      )}
      <button
        type="button"
        className={css.voidItem}
        aria-label={t('bill.voidItem')}
        aria-description={item.name}
        onClick={() => actions.voidItem(item.key)}
      >
        <Icon name="close" />
      </button>
    </>
  );
}

/** Shows the buttons that change the quantity by one. An item by weight has none: tapping its name changes the weight. */
function Steps({ item, actions, t }: ToolProps) {
  return (
    <>
      <button
        type="button"
        className={`${css.tool} ${css.step}`}
        aria-label={t('bill.decrease')}
        aria-description={item.name}
        onClick={() => actions.decrease(item.key)}
      >
        −
      </button>
      <button
        type="button"
        className={`${css.tool} ${css.step}`}
        aria-label={t('bill.increase')}
        aria-description={item.name}
        onClick={() => actions.increase(item.key)}
      >
        +
      </button>
    </>
  );
}

function LineTools({ item, isPart, actions, t }: ToolProps & { readonly isPart: boolean }) {
  return (
    <span className={css.tools}>
      {!item.unit && !item.card && !isPart && <Steps item={item} actions={actions} t={t} />}
      {!isSetHead(item) && (
        <button
          type="button"
          className={`${css.tool} ${css.end}`}
          aria-label={t('bill.note')}
          aria-description={item.name}
          onClick={() => actions.note(item.key)}
        >
          <Icon name="note" />
        </button>
      )}
      {!isPart && (
        <button
          type="button"
          className={css.tool}
          aria-label={t('bill.remove')}
          aria-description={item.name}
          onClick={() => actions.remove(item.key)}
        >
          <Icon name="trash" />
        </button>
      )}
    </span>
  );
}
