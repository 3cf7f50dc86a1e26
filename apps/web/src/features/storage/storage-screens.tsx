import { storage } from '@atoll/domain/resources/storage';
import { StockLevels } from '../../business/stock-levels.tsx';
import { resourceScreens } from '../../resource/resource-screens.tsx';

/** Screens of storages; a storage shows what is in it. */
export const storageScreens = resourceScreens(storage, {
  card: { below: (record) => <StockLevels storageId={record.id} /> },
});
