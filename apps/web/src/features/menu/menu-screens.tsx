import { category } from '@atoll/domain/resources/category';
import { menu } from '@atoll/domain/resources/menu';
import { screensWithCopy } from '../../record/screens-with-copy.tsx';
import { CreateForm } from '../../resource/resource-form.tsx';
import type { ResourceScreens } from '../../resource/resource-screens.tsx';
import { ticketOfCategory } from './ticket-of-category.ts';
import { useNewItemType } from './use-new-item-type.ts';

export const menuScreens = screensWithCopy(menu);
export const categoryScreens: ResourceScreens = {
  ...screensWithCopy(category),
  Create: () => (
    <CreateForm
      definition={category}
      initial={{ defaultType: useNewItemType() }}
      following={{ key: 'defaultType', after: 'parentId', valueFor: ticketOfCategory }}
    />
  ),
};
