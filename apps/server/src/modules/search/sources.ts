/** The tables whose records the search box finds. */

export interface SearchSource {
  /** Title of one, as its view route is named. */
  readonly entity: string;
  readonly table: string;
  /** The first of these columns that is not empty is the record's name. */
  readonly names: readonly string[];
  readonly words: readonly string[];
  /** The screen that shows it. */
  readonly permission: string;
}

export const searchSources: readonly SearchSource[] = [
  {
    entity: 'Customer',
    table: 'customer',
    names: ['name', 'company', 'phone'],
    words: ['phone', 'code', 'company', 'email'],
    permission: 'Customers',
  },
  { entity: 'Menu', table: 'menu', names: ['name'], words: [], permission: 'Menus' },
  { entity: 'Category', table: 'category', names: ['name'], words: ['name_local'], permission: 'Categories' },
  {
    entity: 'Menu Item',
    table: 'menu_item',
    names: ['name'],
    words: ['code', 'barcode', 'name_local', 'kitchen_name'],
    permission: 'Menu Items',
  },
];
