import { menuItem } from '@atoll/domain/resources/menu-item';
import { modifierGroup } from '@atoll/domain/resources/modifier-group';
import { copiedScreens } from '../../business/copied-screens.tsx';
import { SoldOutSwitch } from './sold-out-switch.tsx';

/** Menu items: what is sold, in sizes with prices; sold out is switched in the row. */
export const itemScreens = copiedScreens(menuItem, {
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
  form: { size: 'l' },
});

/** Modifiers: choices that come with an item. */
export const modifierScreens = copiedScreens(modifierGroup, { form: { size: 'l' } });
