import { zone } from '@atoll/domain/resources/zone';
import { resourceScreens } from '../../resource/resource-screens.tsx';

/** Screens of delivery zones: where the outlet delivers to, and for what fee. */
export const zoneScreens = resourceScreens(zone);
