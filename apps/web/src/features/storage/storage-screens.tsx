import { storage } from '@atoll/domain/resources/storage';
import { resourceScreens } from '../../resource/resource-screens.tsx';

/** Storages: where goods lie. */
export const storageScreens = resourceScreens(storage);
