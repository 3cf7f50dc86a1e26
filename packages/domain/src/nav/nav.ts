/**
 * Every screen of the app: name, title, path, permissions, and how it is shown over its parent.
 * Guards, breadcrumbs, sidebar, the landing screen after login and links read this table. Source: R2, R3.
 */
import type { Permission } from '../access/permission.ts';

export interface Screen {
  /** Route name; entity view routes are named 'View {Entity}'. */
  readonly name: string;
  readonly title: string;
  /** With `$param` parameters; no trailing slash. */
  readonly path: string;
  readonly public?: true;
  /** Any of these permissions opens it; absent: every signed-in person may open it. */
  readonly anyOf?: readonly Permission[];
  /** How it is shown over the screen named by `parent`. */
  readonly overlay?: 'modal' | 'drawer';
  readonly parent?: string;
  /** false: neither Escape nor a click outside closes it. */
  readonly closable?: false;
}

type Crud = 'View' | 'Create' | 'Edit' | 'Delete';

/** Returns the screens of an entity: the list and its overlays. `view/{id}`, `edit/{id}` and `delete/{id}` differ only in that word (R2.25). */
function entity<const One extends string, const Many extends string>(
  one: One,
  many: Many,
  path: string,
  anyOf: readonly Permission[],
  kinds: Partial<Record<Crud, 'modal' | 'drawer'>> = {},
) {
  const part = <const Kind extends Crud>(kind: Kind) => ({
    name: `${kind} ${one}` as const,
    title: `${kind} ${one}` as const,
    path: kind === 'Create' ? `${path}/create` : `${path}/${kind.toLowerCase()}/$id`,
    anyOf,
    overlay: kinds[kind] ?? ('drawer' as const),
    parent: many,
  });
  return [
    { name: many, title: many, path, anyOf },
    part('View'),
    part('Create'),
    part('Edit'),
    part('Delete'),
  ] as const;
}

const screens = [
  { name: 'Login', title: 'Sign in', path: '/auth/login', public: true },
  { name: 'First Visit', title: 'Welcome', path: '/auth/start', public: true },
  { name: 'Reset Password', title: 'Reset password', path: '/auth/reset', public: true },
  { name: 'Join', title: 'Join the shop', path: '/join', public: true },
  { name: 'Check Device', title: 'Check this device', path: '/check', public: true },
  { name: 'Dashboard', title: 'Dashboard', path: '/dashboard', anyOf: ['Dashboard'] },
  { name: 'New Bill', title: 'New Bill', path: '/billing/new/$type/$slot', anyOf: ['New Bill'] },
  {
    name: 'Select Customer',
    title: 'Select a Customer',
    path: '/billing/new/$type/$slot/customer',
    anyOf: ['New Bill'],
    overlay: 'modal',
    parent: 'New Bill',
  },
  {
    name: 'Select Size',
    title: 'Select Size',
    path: '/billing/select-size',
    anyOf: ['New Bill'],
    overlay: 'modal',
    parent: 'New Bill',
  },
  { name: 'Floor', title: 'Floor', path: '/billing/floor', anyOf: ['New Bill'] },
  { name: 'Checkout', title: 'Checkout', path: '/billing/new/checkout/$slot/$type/$id', anyOf: ['New Bill'] },
  { name: 'New Sale', title: 'New Sale', path: '/billing/new-sale', anyOf: ['New Sale'] },
  { name: 'Close Shift', title: 'Close Shift', path: '/billing/shift/close', anyOf: ['Close Shift'] },
  { name: 'Billing History', title: 'Billing History', path: '/billing/history', anyOf: ['Billing History'] },
  {
    name: 'View Bill',
    title: 'View Bill',
    path: '/billing/history/view/$id',
    anyOf: ['Billing History'],
    overlay: 'drawer',
    parent: 'Billing History',
  },
  {
    name: 'Settle Bill',
    title: 'Settle Bill',
    path: '/billing/history/settle/$id',
    anyOf: ['Billing History'],
    overlay: 'drawer',
    parent: 'Billing History',
  },
  {
    name: 'Edit Bill',
    title: 'Edit Bill',
    path: '/billing/history/edit/$id',
    anyOf: ['Billing History'],
    overlay: 'drawer',
    parent: 'Billing History',
  },
  {
    name: 'Void Bill',
    title: 'Void Bill',
    path: '/billing/history/void/$id',
    anyOf: ['Billing History'],
    overlay: 'modal',
    parent: 'Billing History',
    closable: false,
  },
  { name: 'Shift History', title: 'Shift History', path: '/billing/shifts', anyOf: ['Shift History'] },
  {
    name: 'View Shift',
    title: 'Shift',
    path: '/billing/shifts/view/$id',
    anyOf: ['Shift History'],
    overlay: 'drawer',
    parent: 'Shift History',
  },
  { name: 'Kitchen', title: 'Kitchen', path: '/kitchen', anyOf: ['Kitchen'] },
  { name: 'Manage Delivery', title: 'Manage Delivery', path: '/delivery/manage', anyOf: ['Manage Delivery'] },
  {
    name: 'View Delivery',
    title: 'View Delivery',
    path: '/delivery/manage/view/$id',
    anyOf: ['Manage Delivery'],
    overlay: 'drawer',
    parent: 'Manage Delivery',
  },
  { name: 'Delivery History', title: 'Delivery History', path: '/delivery/history', anyOf: ['Manage Delivery'] },
  {
    name: 'View Delivered',
    title: 'View Delivery',
    path: '/delivery/history/view/$id',
    anyOf: ['Manage Delivery'],
    overlay: 'drawer',
    parent: 'Delivery History',
  },
  {
    name: 'Edit Delivery',
    title: 'Edit Delivery',
    path: '/delivery/history/edit/$id',
    anyOf: ['Manage Delivery'],
    overlay: 'drawer',
    parent: 'Delivery History',
  },
  {
    name: 'Delete Delivery',
    title: 'Delete Delivery',
    path: '/delivery/history/delete/$id',
    anyOf: ['Manage Delivery'],
    overlay: 'drawer',
    parent: 'Delivery History',
  },
  ...entity('Customer', 'Customers', '/customers', ['Customers']),
  {
    name: 'Customer Bills',
    title: 'Bills',
    path: '/customers/$id/bills',
    anyOf: ['Customers'],
    overlay: 'modal',
    parent: 'Customers',
  },
  {
    name: 'View Customer Bill',
    title: 'View Bill',
    path: '/customers/$id/bills/view/$billId',
    anyOf: ['Customers'],
    overlay: 'modal',
    parent: 'Customer Bills',
  },
  ...entity('Account', 'Accounts', '/account', ['Accounts']),
  { name: 'Wallets', title: 'Wallets', path: '/wallets', anyOf: ['Wallets'] },
  {
    name: 'View Wallet',
    title: 'View Wallet',
    path: '/wallets/view/$id',
    anyOf: ['Wallets'],
    overlay: 'drawer',
    parent: 'Wallets',
  },
  { name: 'Orders', title: 'Orders', path: '/wallets/orders', anyOf: ['Wallets', 'Billing'] },
  {
    name: 'View Order',
    title: 'View Order',
    path: '/wallets/orders/view/$id',
    anyOf: ['Wallets', 'Billing'],
    overlay: 'drawer',
    parent: 'Orders',
  },
  { name: 'Points', title: 'Points', path: '/wallets/points', anyOf: ['Customers'] },
  {
    name: 'View Points',
    title: 'View Points',
    path: '/wallets/points/view/$id',
    anyOf: ['Customers'],
    overlay: 'drawer',
    parent: 'Points',
  },
  ...entity('Points Rule', 'Points Rules', '/wallets/points-rules', ['Prices']),
  ...entity('Tier', 'Tiers', '/wallets/tiers', ['Prices']),
  ...entity('Menu', 'Menus', '/menu/menus', ['Menus']),
  ...entity('Category', 'Categories', '/menu/category', ['Categories']),
  ...entity('Menu Item', 'Menu Items', '/menu/menu-items', ['Menu Items']),
  ...entity('Modifier Group', 'Modifiers', '/menu/modifiers', ['Menu Items']),
  ...entity('Price List', 'Prices', '/menu/prices', ['Prices']),
  ...entity('Promotion', 'Promotions', '/menu/promotions', ['Prices']),
  ...entity('Choice Group', 'Sets', '/menu/sets', ['Prices']),
  ...entity('Price Change', 'Price Changes', '/menu/price-changes', ['Prices']),
  ...entity('Customer Group', 'Customer Groups', '/menu/customer-groups', ['Prices']),
  { name: 'Coupons', title: 'Coupons', path: '/menu/coupons', anyOf: ['Prices'] },
  { name: 'Dry Run', title: 'Dry Run', path: '/menu/dry-run', anyOf: ['Prices'] },
  { name: 'Price Test', title: 'Price Test', path: '/menu/price-test', anyOf: ['Prices'] },
  ...entity('Inventory Item', 'Inventory', '/inventory', ['Inventory']),
  { name: 'Inventory Logs', title: 'Inventory Logs', path: '/inventory/inventoryLogs', anyOf: ['Inventory Logs'] },
  {
    name: 'View Inventory Log',
    title: 'View Inventory Log',
    path: '/inventory/inventoryLogs/view/$id',
    anyOf: ['Inventory Logs'],
    overlay: 'drawer',
    parent: 'Inventory Logs',
  },
  {
    name: 'Create Inventory Log',
    title: 'Adjust Stock',
    path: '/inventory/inventoryLogs/create',
    anyOf: ['Inventory Logs'],
    overlay: 'drawer',
    parent: 'Inventory Logs',
  },
  ...entity('Request', 'Requests', '/inventory/requests', ['Inventory']),
  ...entity('Count', 'Counts', '/inventory/counts', ['Inventory']),
  ...entity('Recipe', 'Recipes', '/inventory/recipes', ['Inventory']),
  ...entity('Storage', 'Storages', '/storage', ['Inventory']),
  ...entity('Vendor', 'Vendors', '/vendors', ['Vendors']),
  ...entity('Invoice', 'Invoices', '/invoices', ['Invoices'], { View: 'modal', Create: 'modal' }),
  ...entity('Zone', 'Delivery Zones', '/delivery/zones', ['Manage Delivery']),
  { name: 'Reports', title: 'Reports', path: '/reports', anyOf: ['Reports'] },
  {
    name: 'Report Config',
    title: 'Report settings',
    path: '/reports/config',
    anyOf: ['Reports'],
    overlay: 'drawer',
    parent: 'Reports',
  },
  { name: 'Report Templates', title: 'Templates', path: '/reports/templates', anyOf: ['Reports'] },
  { name: 'View Report', title: 'Report', path: '/reports/view/$id', anyOf: ['Reports'] },
  ...entity('Page', 'Website', '/website', ['Website']),
  ...entity('User', 'Users', '/users', ['Users']),
  { name: 'Settings', title: 'Settings', path: '/settings', anyOf: ['Settings'] },
  ...entity('Station', 'Stations', '/settings/stations', ['Settings']),
  { name: 'Print Jobs', title: 'Print Jobs', path: '/print-jobs', anyOf: ['New Bill'] },
] as const satisfies readonly Screen[];

export type ScreenName = (typeof screens)[number]['name'];

/** All screens in the order of the specification. */
export const allScreens: readonly Screen[] = screens;

const byName: ReadonlyMap<string, Screen> = new Map(allScreens.map((screen) => [screen.name, screen]));

/** Returns the screen of a name, or undefined. */
export function findScreen(name: string): Screen | undefined {
  return byName.get(name);
}

/** Returns the screen below all overlays: for 'View Customer Bill' the list of customers. A screen that is not an overlay is returned itself. */
export function baseScreenOf(screen: Screen): Screen {
  const parent = screen.parent === undefined ? undefined : findScreen(screen.parent);
  return parent ? baseScreenOf(parent) : screen;
}

/**
 * Screens that are shown as tabs. The first has an entry in the sidebar and the others need none (R2.29). `first` is the tab title of the
 * first screen.
 */
export const tabGroups: readonly { readonly first: string; readonly screens: readonly string[] }[] = [
  { first: 'New Bill', screens: ['New Bill', 'Floor'] },
  { first: 'History', screens: ['Billing History', 'Kitchen', 'Print Jobs', 'Orders'] },
  { first: 'Items', screens: ['Inventory', 'Inventory Logs', 'Requests', 'Counts', 'Recipes', 'Storages'] },
  { first: 'Manage', screens: ['Manage Delivery', 'Delivery History', 'Delivery Zones'] },
  { first: 'Menu Items', screens: ['Menu Items', 'Modifiers'] },
  {
    first: 'Price Lists',
    screens: ['Prices', 'Promotions', 'Price Changes', 'Sets', 'Coupons', 'Customer Groups', 'Dry Run'],
  },
  { first: 'Wallets', screens: ['Wallets', 'Orders', 'Points', 'Points Rules', 'Tiers'] },
  { first: 'Reports', screens: ['Reports', 'Report Templates'] },
];

/** Paths that redirect to others. */
export const redirects = [
  { path: '/', to: '/dashboard' },
  { path: '/billing', to: '/billing/new' },
  { path: '/billing/shift', to: '/billing/shifts' },
  { path: '/menu', to: '/menu/menus' },
  { path: '/menu/menus/edit', to: '/menu/menus' },
  { path: '/delivery', to: '/delivery/manage' },
] as const;

/** An entry of the sidebar: a screen, or a group of screens under a title. `tag` is only shown, not checked (R3.4). */
export interface SidebarEntry {
  readonly title: string;
  readonly tag?: 'Admin';
  readonly screens: readonly string[];
  readonly when?: 'shiftOpen' | 'noShift';
}

/** The sidebar in order; an entry shows when its title is among the person's permissions and its screen exists. */
export const sidebar: readonly SidebarEntry[] = [
  { title: 'Dashboard', tag: 'Admin', screens: ['Dashboard'] },
  { title: 'Menu', screens: ['Menus', 'Categories', 'Menu Items', 'Prices', 'Price Test'] },
  { title: 'Billing', screens: ['New Bill', 'Billing History', 'Shift History'] },
  { title: 'Delivery', screens: ['Manage Delivery'] },
  { title: 'Inventory', tag: 'Admin', screens: ['Inventory', 'Inventory Logs'] },
  { title: 'Vendor', tag: 'Admin', screens: ['Vendors', 'Invoices'] },
  { title: 'Customers', screens: ['Customers'] },
  { title: 'Accounts', screens: ['Accounts', 'Wallets'] },
  { title: 'Reports', screens: ['Reports'] },
  { title: 'Website', screens: ['Website'] },
  { title: 'Users', tag: 'Admin', screens: ['Users'] },
  { title: 'Settings', screens: ['Settings'] },
  { title: 'Close Shift', screens: ['Close Shift'], when: 'shiftOpen' },
  { title: 'New Sale', screens: ['New Sale'], when: 'noShift' },
];

/** Returns the screen that opens after login: that of the first permission that names a screen; undefined without one. */
export function landingScreen(permissions: readonly string[]): Screen | undefined {
  for (const permission of permissions) {
    const screen = findScreen(permission);
    if (screen && !screen.public) return screen;
  }
  return undefined;
}

/** Returns whether the permissions open the screen. */
export function maySee(screen: Screen, permissions: readonly string[]): boolean {
  return screen.public === true || !screen.anyOf || screen.anyOf.some((p) => permissions.includes(p));
}
