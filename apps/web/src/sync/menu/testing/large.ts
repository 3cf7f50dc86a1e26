/** A menu of many thousand items for tests, as the server sends it. */
import type { MenuItem } from '@atoll/domain/menu/menu';
import type { MenuBlock, MenuOutline } from '../fetch-menu.ts';

const first = ['Lagoon', 'Reef', 'Island', 'Coral', 'Sunset', 'Palm', 'Monsoon', 'Harbour', 'Pearl', 'Atoll', 'Café'];
const second = ['Chicken', 'Tuna', 'Lime', 'Mango', 'Coconut', 'Rice', 'Chilli', 'Garlic', 'Honey', 'Vanilla'];
const third = ['Burger', 'Juice', 'Curry', 'Salad', 'Noodles', 'Soap', 'Cheeseboard', 'Battery', 'Notebook', 'Tea'];
const of = (words: readonly string[], n: number): string => words[n % words.length] ?? '';

/** Returns the name of item `n`. */
export const nameOf = (n: number): string => `${of(first, n)} ${of(second, n * 7)} ${of(third, n * 3)} ${n}`;
/** Returns the barcode of item `n`. */
export const barcodeOf = (n: number): string => `54${String(10_000_000_000 + n * 7919)}`;

/** Returns item `n` of a large shop. */
export const largeItem = (n: number, more: Partial<MenuItem> = {}): MenuItem => ({
  id: n,
  version: 1,
  name: nameOf(n),
  nameLocal: n % 9 === 0 ? 'ކުކުޅު' : '',
  kitchenName: '',
  code: `P${String(n).padStart(5, '0')}`,
  barcode: barcodeOf(n),
  type: 'NA',
  sizes: [{ value: 'Regular', sellingPrice: 100 * (1 + (n % 90)), isDefault: true }],
  description: '',
  image: null,
  gstMode: null,
  gstPct: null,
  serviceChargeable: true,
  printable: true,
  openPrice: false,
  soldByWeight: false,
  isAvailable: n % 50 !== 7,
  ...more,
});

const idsOfBlock = 64;
const categoryCount = 12;

/** A shop with so many items in twelve categories; the first holds a third of them. */
export class LargeShop {
  readonly blocks = new Map<number, MenuBlock>();

  constructor(count: number) {
    for (let n = 1; n <= count; n += 1) this.#add(n);
  }

  #add(n: number): void {
    const id = Math.floor(n / idsOfBlock);
    const categoryIds = [n % 3 === 0 ? 1 : 2 + (n % (categoryCount - 1))];
    const item = { ...largeItem(n), categoryIds, isPinned: false, sort: 0 } as unknown as MenuBlock['items'][number];
    const before = this.blocks.get(id)?.items ?? [];
    this.blocks.set(id, { id, hash: `${id}.1`, items: [...before, item] });
  }

  /** Changes one item, as an edit in the back office. */
  change(n: number, change: Partial<MenuItem>): void {
    const id = Math.floor(n / idsOfBlock);
    const block = this.blocks.get(id);
    if (!block) throw new Error(`There is no item ${n}`);
    const items = block.items.map((item) => (item.id === n ? { ...item, ...change } : item)) as MenuBlock['items'];
    this.blocks.set(id, { id, hash: `${block.hash}+`, items });
  }

  get outline(): MenuOutline {
    const ids = Array.from({ length: categoryCount }, (_, n) => n + 1);
    return {
      menus: [{ id: 1, name: 'Everything', categoryIds: ids }],
      categories: ids.map((id) => ({ id, name: `Aisle ${id}`, nameLocal: '', color: '', gstMode: null, sort: id })),
      blocks: [...this.blocks.values()].map(({ id, hash }) => ({ id, hash })),
    };
  }

  /** Returns what the server sends of the blocks with these ids. */
  answer(ids: string): MenuBlock[] {
    return ids.split(',').flatMap((id) => this.blocks.get(Number(id)) ?? []);
  }
}
