/**
 * Finds items of the menus by id, by code and by the words of their names, quickly enough for 50,000 items on a slow till. Source: R34.7, R35.24.
 */
import type { Menu, MenuCategory, MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import { slices } from './slices.ts';

export interface Placed {
  readonly item: MenuItem;
  /** The first category that lists it. */
  readonly category: MenuCategory;
  /** All categories that list it. */
  readonly categoryIds: readonly number[];
}

export interface Found {
  readonly item: MenuItem;
  /** The size that has the code itself; absent when the code is the item's. */
  readonly size?: MenuSize;
}

export interface MenuIndex {
  readonly find: (id: number) => Placed | undefined;
  /** Returns the item with the given barcode or code, and the size whose own barcode it is. An item on sale comes before a sold-out one. */
  readonly findByCode: (code: string) => Found | undefined;
  /** Returns the items that contain each of the words; those in which words begin like that come first. */
  readonly search: (text: string, limit: number) => readonly MenuItem[];
  readonly soldOut: ReadonlySet<number>;
  readonly isAllHalal: boolean;
}

const accents = /[\u0300-\u036f]/g;
/** Returns a text as it is searched: without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replace(accents, '').toLocaleLowerCase();

/** Items whose texts are joined, so that one call of `indexOf` searches them all. */
const itemsOfPart = 256;

/** The searched texts of some items: each begins with a line break, each of its words with a space. */
interface Part {
  readonly items: readonly MenuItem[];
  readonly text: string;
  /** Where the text of each item begins. */
  readonly starts: Uint32Array;
}

function partOf(items: readonly MenuItem[]): Part {
  const starts = new Uint32Array(items.length);
  let text = '';
  for (const [index, { name, nameLocal, code, barcode, sizes }] of items.entries()) {
    starts[index] = text.length;
    const words = [name, nameLocal, code, barcode, ...sizes.map((size) => size.barcode)].filter(Boolean).join(' ');
    text += `\n ${plain(words)}`;
  }
  return { items, text, starts };
}

/** Returns the index of the item whose text has this place. */
function itemAt({ starts }: Part, place: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Calls `found` with each item of the part that contains every word, and whether the first word is the beginning of one of its words. */
function searchPart(part: Part, words: readonly string[], found: (item: MenuItem, isBeginning: boolean) => void): void {
  const [first = '', ...others] = words;
  const { text, starts, items } = part;
  for (let at = text.indexOf(first); at >= 0; ) {
    const index = itemAt(part, at);
    const end = starts[index + 1] ?? text.length;
    const own = text.slice(starts[index], end);
    if (others.every((word) => own.includes(word))) found(items[index] as MenuItem, own.includes(` ${first}`));
    at = text.indexOf(first, end);
  }
}

function search(parts: readonly Part[], typed: string, limit: number): readonly MenuItem[] {
  // The longest word is the rarest.
  const words = plain(typed)
    .split(/\s+/)
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return [];
  const beginnings: MenuItem[] = [];
  const within: MenuItem[] = [];
  for (const part of parts) {
    searchPart(part, words, (item, isBeginning) => {
      if (isBeginning) beginnings.push(item);
      else if (within.length < limit) within.push(item);
    });
    if (beginnings.length >= limit) break;
  }
  return [...beginnings, ...within].slice(0, limit);
}

/** Collects what the index needs, item by item. */
class IndexBuilder implements MenuIndex {
  readonly soldOut = new Set<number>();
  isAllHalal = true;
  readonly #places = new Map<number, Placed & { readonly categoryIds: number[] }>();
  readonly #codes = new Map<string, Found>();
  readonly #parts: Part[] = [];
  #waiting: MenuItem[] = [];

  add(item: MenuItem, category: MenuCategory): void {
    const known = this.#places.get(item.id);
    if (known) {
      if (!known.categoryIds.includes(category.id)) known.categoryIds.push(category.id);
      return;
    }
    this.#places.set(item.id, { item, category, categoryIds: [category.id] });
    if (!item.isAvailable) this.soldOut.add(item.id);
    if (!item.isHalal) this.isAllHalal = false;
    for (const size of item.sizes) this.#addCode(size.barcode, { item, size });
    this.#addCode(item.barcode, { item });
    this.#addCode(item.code, { item });
    this.#waiting.push(item);
    if (this.#waiting.length >= itemsOfPart) this.endPart();
  }

  endPart(): void {
    if (this.#waiting.length) this.#parts.push(partOf(this.#waiting));
    this.#waiting = [];
  }

  #addCode(code: string | undefined, found: Found): void {
    if (!code) return;
    const known = this.#codes.get(code);
    if (!known || rank(found) > rank(known)) this.#codes.set(code, found);
  }

  find = (id: number): Placed | undefined => this.#places.get(id);
  findByCode = (code: string): Found | undefined => this.#codes.get(code);
  search = (text: string, limit: number): readonly MenuItem[] => search(this.#parts, text, limit);
}

/** A size's own barcode comes before the code of an item, and what is on sale before what is sold out. */
const rank = ({ item, size }: Found): number => (size ? 2 : 0) + (item.isAvailable ? 1 : 0);

function* placesOf(menus: readonly Menu[]): Generator<Pick<Placed, 'item' | 'category'>> {
  for (const { categories } of menus)
    for (const category of categories) for (const item of category.menuItems) yield { item, category };
}

const known = new WeakMap<readonly Menu[], MenuIndex>();

/** Builds the index of large menus in slices, so that taps are answered in between. `menuIndexOf` then returns it. */
export async function indexInSlices(menus: readonly Menu[]): Promise<void> {
  const index = new IndexBuilder();
  const pause = slices();
  let count = 0;
  for (const { item, category } of placesOf(menus)) {
    index.add(item, category);
    count += 1;
    if (count % 32 === 0) await pause();
  }
  index.endPart();
  known.set(menus, index);
}

/** Returns the index of the menus. One that is not there yet is built at once. */
export function menuIndexOf(menus: readonly Menu[]): MenuIndex {
  const found = known.get(menus);
  if (found) return found;
  const index = new IndexBuilder();
  for (const { item, category } of placesOf(menus)) index.add(item, category);
  index.endPart();
  known.set(menus, index);
  return index;
}
