import { page } from '@atoll/domain/resources/page';
import { screensWithBulk } from '../../record/grid-with-bulk.tsx';

/** Card and forms of a block of the site. The website editor is its list. */
export const pageScreens = screensWithBulk(page);
