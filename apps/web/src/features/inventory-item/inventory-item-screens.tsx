import { inventoryItem } from '@atoll/domain/resources/inventory-item';
import { resourceScreens } from '../../resource/resource-screens.tsx';

/** Inventory: what is bought and kept in stock. */
export const inventoryItemScreens = resourceScreens(inventoryItem, { grid: { canImport: true } });
