/** A short notation for demo menus: one line for each item. */
import type { MenuItemType } from '@atoll/domain/menu/menu';
import type { DrawingName } from './picture/picture.ts';

export interface DemoItem {
  readonly name: string;
  readonly local: string;
  readonly type: MenuItemType;
  /** Rufiyaa by size; one size is 'Regular'. */
  readonly prices: Readonly<Record<string, number>>;
  readonly drawing: DrawingName;
  readonly colours: readonly string[];
  /** How often it is ordered, 1…10. */
  readonly liked: number;
}

export interface DemoCategory {
  readonly name: string;
  readonly local: string;
  readonly color: string;
  /** The background colour of its items' pictures. */
  readonly ground: string;
  readonly items: readonly DemoItem[];
}

type Price = number | Readonly<Record<string, number>>;

/** Returns a demo item. */
export function item(
  name: string,
  local: string,
  type: MenuItemType,
  price: Price,
  drawing: DrawingName,
  colours: readonly string[] = [],
  liked = 4,
): DemoItem {
  return { name, local, type, prices: typeof price === 'number' ? { Regular: price } : price, drawing, colours, liked };
}

/**
 * Returns an EAN-13 code for goods of the demo shop: prefix 952, which GS1 keeps for examples, the number of the item and of its size (both from 0),
 * and the check digit.
 */
export function demoBarcode(itemNumber: number, sizeNumber: number): string {
  const digits = `952${String(itemNumber).padStart(7, '0')}${String(sizeNumber).padStart(2, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Returns prices in rufiyaa for Small, Medium and Large. */
export function sizes(small: number, medium: number, large?: number): Readonly<Record<string, number>> {
  return large === undefined ? { Small: small, Large: medium } : { Small: small, Medium: medium, Large: large };
}
