/** Splits a bill over checks, by items or parts of items. Source: docs/rules.md#split. */
import { ok, type Result, refuse } from '../../refusal/refusal.ts';
import { sharedAllergies } from '../allergies.ts';
import type { Bill, BillItem } from '../bill.ts';
import { sortItems } from '../items.ts';
import { cancelMark, markKey, modifierStations, ticketIdsOfPiece } from '../kitchen-mark.ts';
import { applyTotals } from '../new-bill.ts';
import { cutApplied, fixPromotions, sharedWith } from '../promotion/carry.ts';
import { hasLonePart, isSetHead, partsOfSet } from '../set-menu/set-menu.ts';
import { inState, transitBill } from '../states.ts';
import { discountIntoItems } from './carry-discount.ts';
import { splitReason } from './piece.ts';

/** The quantity of an item that goes to a check. */
export interface SplitPart {
  readonly key: string;
  readonly qty: number;
}

/** A check that receives parts of the bill: an open bill without items. */
export interface SplitTarget {
  readonly bill: Bill;
  readonly parts: readonly SplitPart[];
}

/** What a split needs from its caller. */
export interface SplitContext {
  readonly now: string;
  readonly userId: number | null;
  /** Returns the key of a piece of a cut item: `check` is 0 for the piece that stays, 1 and up for the checks. */
  readonly newKey: (key: string, check: number) => string;
}

export interface Split {
  readonly from: Bill;
  readonly targets: readonly Bill[];
}

const thousandths = (qty: number): number => Math.round(qty * 1000);

/**
 * Returns the bills after the parts moved to the checks, with versions increased and totals computed. A whole item moves with its key. An item that
 * is cut is voided ('Split') and new items replace it. Its sent quantity is divided among them, so that neither a ticket nor a cancellation
 * is printed. The parts of a set menu go with it. Refuses with notFound for an item that is not live, with setPart for a part of a set without it, and
 * with invalid for a quantity that the item does not have.
 */
export function splitBill(from: Bill, asked: readonly SplitTarget[], context: SplitContext): Result<Split> {
  for (const bill of [from, ...asked.map((target) => target.bill)]) {
    const allowed = transitBill(bill, 'transfer');
    if (!allowed.ok) return allowed;
  }
  const wanted = withWholeSets(from, asked);
  if (!wanted.ok) return wanted;
  const targets = wanted.value;
  const taken = takenOf(from, targets);
  if (!taken.ok) return taken;
  // A discount amount is allocated to the items, so that their pieces share it. A percentage applies to every check.
  const fixed = fixPromotions(from);
  const rest = fixed.discountAmount === null ? fixed : discountIntoItems(fixed);
  const pieces = cutLines(rest, targets, taken.value, context);
  const applied = cutApplied(rest.applied, [...pieces.stay, ...pieces.go.flat()], context.newKey);
  const seen = (bill: Bill): Bill =>
    rest.discountSeen === undefined ? bill : { ...bill, discountSeen: bill.discount };
  const checks = targets.map(({ bill }, index) =>
    seen(
      applyTotals({
        ...inState(bill, 'Saved'),
        discountPercentage: rest.discountPercentage,
        ...(rest.discountBy && { discountBy: rest.discountBy }),
        ...(rest.discountReason && { discountReason: rest.discountReason }),
        version: bill.version + 1,
        ...sharedAllergies(bill, rest),
        ...sharedWith(pieces.go[index] ?? [], { ...rest, applied }),
        items: sortItems(pieces.go[index] ?? []),
      }),
    ),
  );
  const gone = checks.reduce((sum, { discount }) => sum + (rest.discountSeen === undefined ? 0 : discount), 0);
  const left = applyTotals({
    ...rest,
    ...(applied && { applied }),
    version: rest.version + 1,
    items: sortItems(pieces.stay),
  });
  return ok({
    from: rest.discountSeen === undefined ? left : { ...left, discountSeen: rest.discountSeen - gone },
    targets: checks,
  });
}

/**
 * Returns the bill with an item cut in two: `qty` of it is an item of its own, with the key of check 1, so that it can be voided alone. Nothing is
 * sent to the kitchen, and the total stays but for roundings. A set menu is cut with its parts. Refuses like `splitBill`, and with invalid for the whole
 * quantity.
 */
export function divideItem(bill: Bill, part: SplitPart, context: SplitContext): Result<Bill> {
  const allowed = transitBill(bill, 'transfer');
  if (!allowed.ok) return allowed;
  const item = bill.items.find(({ key }) => key === part.key);
  if (!item || item.isVoid) return refuse('notFound', { message: 'This item is not on the bill' });
  const [total, qty] = [thousandths(item.qty), thousandths(part.qty)];
  if (qty <= 0 || qty >= total || item.card)
    return refuse('invalid', { errors: { qty: 'Quantity is more than the item has' } });
  if (hasLonePart(bill.items, [item.key])) return refuse('setPart');
  const cut = new Set([item, ...partsOfSet(bill.items, item.key).filter(({ isVoid }) => !isVoid)]);
  const pieces = [...cut].flatMap((one) => {
    const { stay, go } = cutItem(one, [total - qty, qty], context);
    return [...stay, ...go.filter((piece) => piece !== null)];
  });
  const others = bill.items.filter((one) => !cut.has(one));
  const applied = cutApplied(bill.applied, pieces, context.newKey);
  const items = sortItems([...others, ...pieces]);
  return ok(applyTotals({ ...bill, ...(applied && { applied }), version: bill.version + 1, items }));
}

/** Returns the targets with the parts of each set menu that goes to them, in its quantity. Refuses with setPart when a part goes without its set. */
function withWholeSets(from: Bill, targets: readonly SplitTarget[]): Result<readonly SplitTarget[]> {
  if (!from.items.some(isSetHead)) return ok(targets);
  const whole: SplitTarget[] = [];
  for (const { bill, parts } of targets) {
    const keys = parts.map(({ key }) => key);
    if (hasLonePart(from.items, keys)) return refuse('setPart');
    const qtys = new Map(parts.map(({ key, qty }) => [key, qty]));
    const ofSets = from.items.flatMap(({ key, parentKey, isVoid }): SplitPart[] => {
      const qty = parentKey === undefined || isVoid ? undefined : qtys.get(parentKey);
      return qty === undefined ? [] : [{ key, qty }];
    });
    const inSets = new Set(ofSets.map(({ key }) => key));
    whole.push({ bill, parts: [...parts.filter(({ key }) => !inSets.has(key)), ...ofSets] });
  }
  return ok(whole);
}

/** Returns how many thousandths of each item leave the bill. */
function takenOf(from: Bill, targets: readonly SplitTarget[]): Result<ReadonlyMap<string, number>> {
  const lines = new Map(from.items.map((item) => [item.key, item]));
  const taken = new Map<string, number>();
  for (const { parts } of targets) {
    if (parts.length === 0 || new Set(parts.map((part) => part.key)).size !== parts.length) return refuse('invalid');
    for (const { key, qty } of parts) {
      const item = lines.get(key);
      if (!item || item.isVoid) return refuse('notFound', { message: 'This item is not on the bill' });
      const sum = (taken.get(key) ?? 0) + thousandths(qty);
      if (thousandths(qty) <= 0 || sum > thousandths(item.qty) || (item.card && sum < thousandths(item.qty)))
        return refuse('invalid', { errors: { qty: 'Quantity is more than the item has' } });
      taken.set(key, sum);
    }
  }
  return ok(taken);
}

function cutLines(
  from: Bill,
  targets: readonly SplitTarget[],
  taken: ReadonlyMap<string, number>,
  context: SplitContext,
): { readonly stay: BillItem[]; readonly go: BillItem[][] } {
  const go: BillItem[][] = targets.map(() => []);
  const stay: BillItem[] = [];
  for (const item of from.items) {
    if (!taken.has(item.key)) {
      stay.push(item);
      continue;
    }
    const qtys = targets.map(({ parts }) => thousandths(parts.find((part) => part.key === item.key)?.qty ?? 0));
    const whole = qtys.findIndex((qty) => qty === thousandths(item.qty));
    if (whole >= 0) go[whole]?.push(item);
    else {
      const cut = cutItem(item, [thousandths(item.qty) - (taken.get(item.key) ?? 0), ...qtys], context);
      stay.push(...cut.stay);
      cut.go.forEach((piece, index) => {
        if (piece) go[index]?.push(piece);
      });
    }
  }
  return { stay, go };
}

/** Cuts an item into pieces of `qtys` thousandths, the first of which stays. Pieces of zero are not created. */
function cutItem(
  item: BillItem,
  qtys: readonly number[],
  { now, userId, newKey }: SplitContext,
): { readonly stay: BillItem[]; readonly go: readonly (BillItem | null)[] } {
  const total = thousandths(item.qty);
  const stations = modifierStations(item.modifiers);
  const made = { ...item, id: null, modifiedAt: now, modifiedBy: userId };
  let before = 0;
  const pieces = qtys.map((qty, check) => {
    const [from, to] = [before, before + qty];
    before = to;
    if (qty === 0) return null;
    const share = (value: number): number => Math.round((value * to) / total) - Math.round((value * from) / total);
    // The sent quantity fills the pieces from the first one on.
    const sent = Math.min(Math.max(0, thousandths(item.sentQty) - from), qty);
    const { discount } = item;
    const key = newKey(item.key, check);
    return {
      ...made,
      key,
      ...(item.parentKey && { parentKey: newKey(item.parentKey, check) }),
      ticketIds: item.courseNo || stations.length > 0 ? ticketIdsOfPiece(item, key) : item.ticketIds,
      qty: qty / 1000,
      sentQty: sent / 1000,
      discount: discount?.type === 'Amount' ? { ...discount, value: share(discount.value) } : discount,
    };
  });
  const voided: BillItem = {
    ...item,
    isVoid: true,
    voidReason: splitReason,
    voidedBy: null,
    voidedAt: now,
    modifiedAt: now,
    ticketIds: [...item.ticketIds, ...[undefined, ...stations].map((also) => cancelMark(markKey(item.key, also)))],
  };
  return { stay: [voided, ...(pieces[0] ? [pieces[0]] : [])], go: pieces.slice(1) };
}
