import { category } from '@atoll/domain/resources/category';
import { menu } from '@atoll/domain/resources/menu';
import { screensWithCopy } from '../../record/screens-with-copy.tsx';

export const menuScreens = screensWithCopy(menu);
export const categoryScreens = screensWithCopy(category);
