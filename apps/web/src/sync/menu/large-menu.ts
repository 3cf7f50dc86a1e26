/**
 * A menu of many thousand items: its blocks are stored on the device, fetched in the background when their hash is another, and put together in
 * slices. Source: R34.7.
 */
import type { Menu, MenuItem } from '@atoll/domain/menu/menu';
import { inStore, onDatabaseLost } from '../../storage/idb.ts';
import { isOutline, type LoadedMenu, type MenuAnswer, type MenuBlock, type MenuOutline } from './fetch-menu.ts';
import { indexInSlices } from './menu-index.ts';
import { slices } from './slices.ts';

type BlockItem = MenuBlock['items'][number];
interface StoredBlock extends MenuBlock {
  readonly outletId: number;
}

/** Blocks that are fetched by one call, and read from the device at a time. */
const blocksOfCall = 32;
const blocksOfRead = 8;
/** How often an outline is fetched again because the menu changed while its blocks were fetched. */
const maxOutlines = 3;

interface Held {
  readonly outletId: number;
  readonly blocks: Map<number, MenuBlock>;
  /** The device has all of them. */
  isStored: boolean;
}

/** The blocks of the open outlet, from when their reading began; and once they are in memory. */
let reading: { readonly outletId: number; readonly blocks: Promise<Held> } | undefined;
let held: Held | undefined;

onDatabaseLost((store) => {
  if (!held) return;
  for (const block of held.blocks.values()) store('menu').put({ ...block, outletId: held.outletId });
});

/** Forgets what is in memory, as when the page is loaded again. */
export function forgetLargeMenu(): void {
  held = undefined;
  reading = undefined;
}

/** Reads some blocks that follow an id, in one transaction. */
const readSome = (outletId: number, after: number): Promise<StoredBlock[]> =>
  inStore<StoredBlock[]>('menu', 'readonly', (store, answer) => {
    const range = IDBKeyRange.bound([outletId, after], [outletId, Number.MAX_SAFE_INTEGER], true);
    const request = store.getAll(range, blocksOfRead) as IDBRequest<StoredBlock[]>;
    request.onsuccess = () => answer(request.result);
  });

async function readAllBlocks(outletId: number): Promise<Held> {
  const blocks = new Map<number, MenuBlock>();
  const pause = slices();
  for (let after = -1; ; ) {
    const some = await readSome(outletId, after);
    for (const { id, hash, items } of some) blocks.set(id, { id, hash, items });
    const last = some.at(-1);
    if (!last || some.length < blocksOfRead) return { outletId, blocks, isStored: true };
    after = last.id;
    await pause();
  }
}

/** Returns the blocks of an outlet that this device has. What cannot be read is fetched again. */
async function heldBlocks(outletId: number): Promise<Held> {
  if (reading?.outletId === outletId) return await reading.blocks;
  const blocks = readAllBlocks(outletId).catch((error: unknown) => {
    console.error('Stored items of the menu could not be read', error);
    return { outletId, blocks: new Map<number, MenuBlock>(), isStored: true };
  });
  const own = { outletId, blocks };
  reading = own;
  const found = await blocks;
  if (reading === own) held = found;
  return found;
}

/** Writes blocks that changed, and removes those that no longer exist. */
async function storeBlocks(own: Held, changed: readonly MenuBlock[], removed: readonly number[]): Promise<void> {
  const { outletId } = own;
  await inStore<void>('menu', 'readwrite', (store) => {
    for (const block of changed) store.put({ ...block, outletId });
    for (const id of removed) store.delete([outletId, id]);
  }).catch((error: unknown) => {
    own.isStored = false;
    console.error('Items of the menu were not stored', error);
  });
}

const inOrder = (a: BlockItem, b: BlockItem): number =>
  Number(b.isPinned) - Number(a.isPinned) || a.sort - b.sort || a.id - b.id;

/** Puts the menus of an outline together from the blocks that are there, and builds their index, in slices. */
export async function putTogether(
  { menus, categories, blocks: wanted }: MenuOutline,
  blocks: ReadonlyMap<number, MenuBlock>,
): Promise<readonly Menu[]> {
  const pause = slices();
  const itemsOf = new Map<number, BlockItem[]>(categories.map(({ id }) => [id, []]));
  for (const { id } of wanted) {
    for (const item of blocks.get(id)?.items ?? []) for (const each of item.categoryIds) itemsOf.get(each)?.push(item);
    await pause();
  }
  const filled = new Map<number, Menu['categories'][number]>();
  for (const category of categories) {
    const menuItems: readonly MenuItem[] = (itemsOf.get(category.id) ?? []).sort(inOrder);
    filled.set(category.id, { ...category, menuItems });
    await pause();
  }
  const made = menus.map(({ categoryIds, ...menu }) => ({
    ...menu,
    categories: categoryIds.flatMap((id) => filled.get(id) ?? []),
  }));
  await indexInSlices(made);
  return made;
}

export interface MenuCalls {
  readonly outline: () => Promise<MenuAnswer>;
  readonly blocks: (ids: readonly number[]) => Promise<readonly MenuBlock[]>;
  /** Takes a part of the menu while the rest is fetched for the first time. */
  readonly onPart: (menus: readonly Menu[]) => void;
}

/** Fetches the blocks of an outline that differ. Returns whether the menu stayed the same in the meantime. */
async function fetchChanged(outline: MenuOutline, own: Held, calls: MenuCalls): Promise<boolean> {
  const { blocks } = own;
  const isFirst = blocks.size === 0;
  const changed = outline.blocks.filter(({ id, hash }) => blocks.get(id)?.hash !== hash);
  const hashes = new Map(changed.map(({ id, hash }) => [id, hash]));
  const ids = [...hashes.keys()];
  let isSame = true;
  for (let from = 0; from < ids.length; from += blocksOfCall) {
    const found = await calls.blocks(ids.slice(from, from + blocksOfCall));
    await storeBlocks(own, found, []);
    for (const block of found) {
      blocks.set(block.id, block);
      if (block.hash !== hashes.get(block.id)) isSame = false;
    }
    if (found.length < Math.min(blocksOfCall, ids.length - from)) isSame = false;
    if (isFirst && from === 0 && ids.length > blocksOfCall) calls.onPart(await putTogether(outline, blocks));
  }
  const wanted = new Set(outline.blocks.map(({ id }) => id));
  const removed = [...blocks.keys()].filter((id) => !wanted.has(id));
  for (const id of removed) blocks.delete(id);
  if (removed.length) await storeBlocks(own, [], removed);
  return isSame;
}

/** Fetches of a large menu what this device does not have. Returns it, and what is stored of it beside the blocks. */
export async function fetchLargeMenu(outletId: number, first: MenuOutline, calls: MenuCalls): Promise<LoadedMenu> {
  let answer: MenuAnswer = first;
  for (let attempt = 1; isOutline(answer); attempt += 1) {
    const own = await heldBlocks(outletId);
    if ((await fetchChanged(answer, own, calls)) || attempt === maxOutlines) {
      const menus = await putTogether(answer, own.blocks);
      return { menus, copy: own.isStored ? answer : menus };
    }
    answer = await calls.outline();
  }
  return { menus: answer, copy: answer };
}

/** Returns the menus of a stored outline, with the items that this device has. */
export const menusOfOutline = async (outletId: number, outline: MenuOutline): Promise<readonly Menu[]> =>
  await putTogether(outline, (await heldBlocks(outletId)).blocks);
