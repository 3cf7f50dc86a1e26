import { inventoryItem } from '@atoll/domain/resources/inventory-item';
import { LatestMovements, StockLevels } from '../../business/stock-levels.tsx';
import { resourceScreens } from '../../resource/resource-screens.tsx';

/** Screens of inventory items: what is bought and kept in stock. An item shows its storages and latest movements. */
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
