import { page } from '@atoll/domain/resources/page';
import { resourceScreens } from '../../resource/resource-screens.tsx';

/** A block of the site: its card, its forms. The list is the editor. */
export const pageScreens = resourceScreens(page);
