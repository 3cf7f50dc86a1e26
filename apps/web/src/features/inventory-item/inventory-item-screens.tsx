import { inventoryItem } from '@atoll/domain/resources/inventory-item';
import { screensWithBulk } from '../../record/grid-with-bulk.tsx';
import { LatestMovements, StockLevels } from '../../stock/stock-levels.tsx';

/** Screens of inventory items: what is bought and kept in stock. An item shows its storages and latest movements. */
export const inventoryItemScreens = screensWithBulk(inventoryItem, {
  grid: { canImport: true },
  card: {
    below: (record) => (
      <>
        <StockLevels itemId={record.id} />
        <LatestMovements itemId={record.id} />
      </>
    ),
  },
});
