import { storage } from '@atoll/domain/resources/storage';
import { screensWithBulk } from '../../record/grid-with-bulk.tsx';
import { StockLevels } from '../../stock/stock-levels.tsx';

/** Screens of storages; a storage shows what is in it. */
export const storageScreens = screensWithBulk(storage, {
  card: { below: (record) => <StockLevels storageId={record.id} /> },
});
