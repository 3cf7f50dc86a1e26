import { menuItem } from '@atoll/domain/resources/menu-item';
import { modifierGroup } from '@atoll/domain/resources/modifier-group';
import { screensWithCopy } from '../../record/screens-with-copy.tsx';
import { CreateForm } from '../../resource/resource-form.tsx';
import type { ResourceScreens } from '../../resource/resource-screens.tsx';
import { CountedStock } from './counted-stock.tsx';
import { SoldOutSwitch } from './sold-out-switch.tsx';
import { ticketOfCategory } from './ticket-of-category.ts';
import { useNewItemType } from './use-new-item-type.ts';

/** Screens of menu items, sold in sizes with prices. The list has a switch for sold out. */
export const itemScreens: ResourceScreens = {
  ...screensWithCopy(menuItem, {
    grid: {
      canImport: true,
      columns: [
        {
          key: 'isAvailable',
          label: 'Available',
          width: 120,
          cell: (row) => <SoldOutSwitch row={row} />,
          text: (row) => row['isAvailable'] as boolean,
        },
      ],
    },
    card: { below: (record) => <CountedStock record={record} /> },
    form: { size: 'l' },
  }),
  Create: () => (
    <CreateForm
      definition={menuItem}
      size="l"
      initial={{ type: useNewItemType() }}
      following={{ key: 'type', after: 'categoryIds', valueFor: ticketOfCategory }}
    />
  ),
};

/** Screens of modifiers: choices that come with an item. */
export const modifierScreens = screensWithCopy(modifierGroup, { form: { size: 'l' } });
