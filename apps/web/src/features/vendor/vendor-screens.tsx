import { vendor } from '@atoll/domain/resources/vendor';
import { resourceScreens } from '../../resource/resource-screens.tsx';

/** Vendors: who the outlet buys from. */
export const vendorScreens = resourceScreens(vendor, { grid: { canImport: true } });
