import { category } from '@atoll/domain/resources/category';
import { menu } from '@atoll/domain/resources/menu';
import { resourceScreens } from '../../resource/resource-screens.tsx';

export const menuScreens = resourceScreens(menu);
export const categoryScreens = resourceScreens(category);
