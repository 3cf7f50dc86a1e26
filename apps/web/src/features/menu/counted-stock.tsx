import { endpointsOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { inventoryItem } from '@atoll/domain/resources/inventory-item';
import { storage } from '@atoll/domain/resources/storage';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, request } from '../../api/api.ts';
import { createOnce } from '../../api/unanswered.ts';
import { useLabel } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import parts from '../../record/record-parts.module.css';
import { useCanWrite, useRefresh } from '../../resource/use-record.ts';
import { uuidv7 } from '../../session/id.ts';
import { useSession } from '../../session/session.ts';
import { StockLevels } from '../../stock/stock-levels.tsx';
import { useApp } from '../../sync/app-store.ts';
import { Button } from '../../ui/display/button.tsx';
import { useOpenOver } from '../../ui/overlay/open-over.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { showToast } from '../../ui/overlay/toast.ts';

/** What a menu item takes from the stock when it is sold: nothing, the ingredients of a recipe, or an inventory item that is sold as it is. */
interface Counted {
  readonly hasRecipe: boolean;
  readonly item: ResourceRecord | undefined;
}

async function countedOf(id: number): Promise<Counted> {
  const menuItemId = String(id);
  const [recipes, items] = await Promise.all([
    call('recipe.list', { query: { menuItemId }, inPlace: true }) as unknown as Promise<readonly unknown[]>,
    call('inventory_item.list', { query: { menuItemId }, inPlace: true }) as unknown as Promise<
      readonly ResourceRecord[]
    >,
  ]);
  return { hasRecipe: recipes.length > 0, item: items[0] };
}

/**
 * Shows the stock of a menu item that is sold as it is bought, and offers to count it where nothing does. For people who may see the inventory, in
 * outlets that keep one.
 */
export function CountedStock({ record }: { readonly record: ResourceRecord }) {
  const isKept = useApp(({ features }) => features.includes('Inventory'));
  const maySee = useSession(({ user }) => user?.permissions.includes(inventoryItem.screen) ?? false);
  return isKept && maySee && record.isActive ? <OwnStock record={record} /> : null;
}

function OwnStock({ record }: { readonly record: ResourceRecord }) {
  const localize = useLabel();
  const openOver = useOpenOver();
  const canWrite = useCanWrite(inventoryItem);
  const outletId = useSession((state) => state.scope?.outletId);
  const found = useQuery({
    queryKey: ['inventory_item.list', outletId, 'sold as', record.id],
    queryFn: () => countedOf(record.id),
  });
  if (found.isError && !found.data) return <NotLoaded found={found} isRow />;
  const { hasRecipe, item } = found.data ?? { hasRecipe: true, item: undefined };
  if (item)
    return (
      <>
        <StockLevels itemId={item.id} />
        <Button onClick={() => openOver(pathTo('View Inventory Item', { id: item.id }))}>
          {localize('View Inventory Item')}
        </Button>
      </>
    );
  return hasRecipe || !canWrite ? null : <StartCounting record={record} />;
}

/** Offers to count the stock of a menu item: one tap adds an inventory item that is sold as this one, or links the one of the same name. */
function StartCounting({ record }: { readonly record: ResourceRecord }) {
  const { t } = useTranslation();
  const refresh = useRefresh(inventoryItem);
  const queries = useQueryClient();
  const [keys] = useState(() => ({ item: uuidv7(), storage: uuidv7() }));
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await needStorage(t('stock.storage'), keys.storage);
      await linkItem(record, keys.item);
      showToast(t('menuItem.counted', { name: String(record['name']) }), 'good');
    } catch {
      // The refusal was shown.
    }
    setBusy(false);
    refresh();
    void queries.invalidateQueries({ queryKey: ['stock.levels'] });
  };
  return (
    <section>
      <h3 className={parts.heading}>{t('stock.onHand')}</h3>
      <p className={parts.hint}>{t('menuItem.notCounted')}</p>
      <Button busy={isBusy} onClick={() => void start()}>
        {t('menuItem.count')}
      </Button>
    </section>
  );
}

/** Adds the first storage of an outlet without any: sales take from a storage. */
async function needStorage(name: string, key: string): Promise<void> {
  const known = (await call('storage.list', {})) as unknown as readonly ResourceRecord[];
  if (known.length > 0) return;
  const { method, path } = endpointsOf(storage).create;
  const body = { key, name, type: 'Dry', isDefaultReceiving: true, isDefaultIssue: true };
  await createOnce(path, body, (now) => request(method, path, { body: now }));
}

/** The category of the inventory for a menu item, by the ticket it is on. */
const categories: Readonly<Record<string, string>> = { Kitchen: 'Food', Grill: 'Food', Bar: 'Beverage' };

async function linkItem(record: ResourceRecord, key: string): Promise<void> {
  const { create, update } = endpointsOf(inventoryItem);
  const name = String(record['name']);
  const same = (await call('inventory_item.list', { query: { search: name } })) as unknown as readonly ResourceRecord[];
  const known = same.find((one) => one['name'] === name && one['menuItemId'] === 0);
  if (known) {
    const body = { id: known.id, version: known.version, menuItemId: record.id };
    await request(update.method, update.path, { body });
    return;
  }
  const category = categories[String(record['type'])] ?? 'Others';
  const stockUnit = record['isSoldByWeight'] === true ? 'kg' : 'pc';
  const body = { key, name, barcode: record['barcode'], category, stockUnit, menuItemId: record.id };
  await createOnce(create.path, body, (now) => request(create.method, create.path, { body: now }));
}
