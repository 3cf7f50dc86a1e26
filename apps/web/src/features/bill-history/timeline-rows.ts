/** What an event of a bill changed of discounts, courses and promotions, in words. */
import type { Applied } from '@atoll/domain/bill/applied';
import { quantityOf } from '@atoll/domain/money/quantity';
import type { TFunction } from 'i18next';
import { promotionName } from '../../bill/item-words.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { slotName } from '../../locale/slot-name.ts';

/** An item of a bill as its history has it. */
export interface LineNote {
  readonly key: string;
  readonly name: string;
  readonly qty: number;
  readonly unit?: string;
  readonly isVoid?: boolean;
  readonly discount?: unknown;
  readonly isComp?: boolean;
  readonly courseNo?: number;
  readonly firedAt?: string;
  readonly notes?: readonly string[];
  readonly sellingPrice?: number;
  /** The menu's price, when the item has one from before a change. */
  readonly laterPrice?: number;
  readonly isOffHours?: boolean;
  readonly priceFlag?: string;
  readonly priceRule?: { readonly words: string };
}

/** A promotion that a bill got, or that ended, as the history of the bill has it. */
export interface PromotionNote extends Pick<Applied, 'promotionId' | 'words' | 'flag' | 'endReason'> {
  /** Why a person took it off. */
  readonly reason?: string;
}

/** Lines as they were before an event, by key. */
type Before = ReadonlyMap<string, LineNote>;

export const names = (lines: readonly LineNote[]): string =>
  lines.map((line) => `${quantityOf(line)} ${line.name}`).join(', ');

const discountOf = (line: LineNote | undefined): string => JSON.stringify(line?.discount ?? null);

/** Returns the rows about items that cost less, or the full price again. `lines` were on the bill before. */
export function reductionRows(lines: readonly LineNote[], was: Before, t: TFunction): string[] {
  const isCompNow = lines.filter((line) => line.isComp && !was.get(line.key)?.isComp);
  const isCharged = lines.filter((line) => !line.isComp && was.get(line.key)?.isComp);
  const changed = lines.filter((line) => !line.isComp && discountOf(line) !== discountOf(was.get(line.key)));
  const isReduced = changed.filter((line) => line.discount);
  const isFull = changed.filter((line) => !line.discount);
  return [
    isCompNow.length > 0 ? t('service.linesComp', { names: names(isCompNow) }) : '',
    isCharged.length > 0 ? t('service.linesCharged', { names: names(isCharged) }) : '',
    isReduced.length > 0 ? t('service.linesReduced', { names: names(isReduced) }) : '',
    isFull.length > 0 ? t('service.linesFull', { names: names(isFull) }) : '',
  ];
}

/** Returns the rows about items that went to another course, and about those that were fired. `lines` were on the bill before. */
export function courseRows(lines: readonly LineNote[], was: Before, t: TFunction): string[] {
  const moved = lines.filter((line) => (line.courseNo ?? 0) !== (was.get(line.key)?.courseNo ?? 0));
  const fired = lines.filter((line) => line.firedAt && !was.get(line.key)?.firedAt);
  const byCourse = Map.groupBy(moved, (line) => line.courseNo ?? 0);
  return [
    ...[...byCourse].map(([course, some]) =>
      course > 0 ? t('service.coursesMoved', { course, names: names(some) }) : `${t('course.none')}: ${names(some)}`,
    ),
    fired.length > 0 ? t('service.linesFired', { names: names(fired) }) : '',
  ];
}

/** Returns the rows about promotions: which the bill got, what the server could not confirm of them, and who removed one for what reason. */
export function promotionRows(note: { readonly promotions?: readonly PromotionNote[] } | null, t: TFunction): string[] {
  const rows = (note?.promotions ?? []).map((promotion) => {
    const { flag, endReason, reason = '' } = promotion;
    const name = promotionName(promotion, t);
    if (endReason === 'Declined') return t('service.promotionRemoved', { name, reason });
    // What ended for another reason follows from the items: they are void, or cost another price.
    if (endReason) return '';
    const given = t('service.promotionGiven', { name });
    return flag ? `${given} · ${t(`service.promotionFlags.${flag}`)}` : given;
  });
  return [...new Set(rows)];
}

/** Where a bill was and who served it, as its history has it. */
export interface PlaceNote {
  readonly type?: string;
  readonly slot?: string;
  readonly waiter?: string;
  readonly joinedSlots?: readonly string[];
}

/** Returns the row about slots that were joined to a bill, or taken apart. */
function joinedRows({ type = '', slot = '', joinedSlots }: PlaceNote, t: TFunction): string[] {
  if (joinedSlots === undefined) return [];
  if (joinedSlots.length === 0) return [t('service.takenApart')];
  return [t('service.joined', { slots: joinedList([slot, ...joinedSlots].map((one) => slotName(t, type, one))) })];
}

/** Returns the rows about a bill that moved to another slot, was joined with others, or was handed to another waiter. */
export function placeRows(before: PlaceNote | null, after: PlaceNote | null, t: TFunction): string[] {
  const slotOf = ({ type, slot }: PlaceNote): string => (type && slot ? slotName(t, type, slot) : '');
  const changed = [slotOf, ({ waiter = '' }: PlaceNote) => waiter].flatMap((nameOf) => {
    const [was, is] = [nameOf(before ?? {}), nameOf(after ?? {})];
    return was && is && was !== is ? t('service.fromTo', { before: was, after: is }) : [];
  });
  return [...changed, ...joinedRows(after ?? {}, t)];
}
