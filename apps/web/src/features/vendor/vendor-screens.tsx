import { vendor } from '@atoll/domain/resources/vendor';
import { screensWithCopy } from '../../record/screens-with-copy.tsx';

/** Screens of vendors, from whom the outlet buys. */
export const vendorScreens = screensWithCopy(vendor, { grid: { canImport: true } });
