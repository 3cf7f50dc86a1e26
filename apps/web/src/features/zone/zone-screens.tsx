import { zone } from '@atoll/domain/resources/zone';
import { screensWithBulk } from '../../record/grid-with-bulk.tsx';

/** Screens of delivery zones: where the outlet delivers to, and for what fee. */
export const zoneScreens = screensWithBulk(zone);
