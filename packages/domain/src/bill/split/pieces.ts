/** The pieces of an item that was cut by a split. Source: docs/rules.md#split. */
import type { BillItem } from '../bill.ts';
import { isSplitAway, pieceKey } from './piece.ts';

/** A split makes at most nine pieces of an item for the checks, besides the one that stays. */
const maxPieces = 10;

/** Returns the keys that the pieces of an item have if it is cut, in the order of the checks. */
export const pieceKeys = (itemKey: string): readonly string[] =>
  Array.from({ length: maxPieces }, (_, check) => pieceKey(itemKey, check));

/** Returns the keys of an item's pieces and of their pieces: a ticket that was made before the splits does not name them. */
export const deepPieceKeys = (itemKey: string): readonly string[] =>
  pieceKeys(itemKey).flatMap((piece) => [piece, ...pieceKeys(piece)]);

/** Returns the known pieces of an item in the order of the checks; of a piece that was cut again its own pieces. Empty for an item that was not cut. */
export function piecesOf(item: BillItem, known: ReadonlyMap<string, BillItem>): readonly BillItem[] {
  if (!isSplitAway(item)) return [];
  return pieceKeys(item.key).flatMap((key) => {
    const piece = known.get(key);
    if (!piece) return [];
    return isSplitAway(piece) ? piecesOf(piece, known) : [piece];
  });
}

/**
 * Returns how much of an item's order the kitchen still has to get: of an item that was cut, its quantity without the pieces that are void or were
 * sent. A piece that is not known here counts as ordered.
 */
export function unsentQty(item: BillItem, known: ReadonlyMap<string, BillItem>): number {
  const done = piecesOf(item, known).reduce((sum, { qty, sentQty, isVoid }) => sum + (isVoid ? qty : sentQty), 0);
  return Math.max(0, Math.round((item.qty - done) * 1000) / 1000);
}

/** Returns the live pieces of an item with what was sent of each when `sentQty` of the item was: it fills them from the first on. */
export function sentPieces(
  item: BillItem,
  sentQty: number,
  known: ReadonlyMap<string, BillItem>,
): readonly { readonly item: BillItem; readonly qty: number }[] {
  let left = sentQty;
  return piecesOf(item, known).flatMap((piece) => {
    const qty = Math.round(Math.min(Math.max(0, left), piece.qty) * 1000) / 1000;
    left -= piece.qty;
    return piece.isVoid || qty === 0 ? [] : [{ item: piece, qty }];
  });
}
