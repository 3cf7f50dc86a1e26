import { category } from '@atoll/domain/resources/category';
import { menu } from '@atoll/domain/resources/menu';
import { copiedScreens } from '../../record/copied-screens.tsx';

export const menuScreens = copiedScreens(menu);
export const categoryScreens = copiedScreens(category);
