import { vendor } from '@atoll/domain/resources/vendor';
import { copiedScreens } from '../../record/copied-screens.tsx';

/** Screens of vendors, from whom the outlet buys. */
export const vendorScreens = copiedScreens(vendor, { grid: { canImport: true } });
