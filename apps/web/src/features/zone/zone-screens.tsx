import { zone } from '@atoll/domain/resources/zone';
import { resourceScreens } from '../../resource/resource-screens.tsx';

/** Delivery zones: where the outlet delivers to, and for how much. */
export const zoneScreens = resourceScreens(zone);
