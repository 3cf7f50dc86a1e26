import { vendor } from '@atoll/domain/resources/vendor';
import { copiedScreens } from '../../business/copied-screens.tsx';

/** Vendors: who the outlet buys from. */
export const vendorScreens = copiedScreens(vendor, { grid: { canImport: true } });
