import { inventoryItem } from '@atoll/domain/resources/inventory-item';
import { LatestMovements, StockLevels } from '../../business/stock-levels.tsx';
import { resourceScreens } from '../../resource/resource-screens.tsx';

/** Inventory: what is bought and kept in stock; an item shows where it lies and what moved last. */
export const inventoryItemScreens = resourceScreens(inventoryItem, {
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
