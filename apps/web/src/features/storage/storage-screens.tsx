import { storage } from '@atoll/domain/resources/storage';
import { resourceScreens } from '../../resource/resource-screens.tsx';
import { StockLevels } from '../../stock/stock-levels.tsx';

/** Screens of storages; a storage shows what is in it. */
export const storageScreens = resourceScreens(storage, {
  card: { below: (record) => <StockLevels storageId={record.id} /> },
});
