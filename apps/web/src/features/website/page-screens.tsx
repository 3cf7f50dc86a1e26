import { page } from '@atoll/domain/resources/page';
import { resourceScreens } from '../../resource/resource-screens.tsx';

/** Card and forms of a block of the site. The website editor is its list. */
export const pageScreens = resourceScreens(page);
