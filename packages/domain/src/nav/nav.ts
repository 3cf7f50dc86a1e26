/**
 * Every screen of the app, once: name, title, path, who may see it, and how it lies over its parent.
 * Guards, breadcrumbs, sidebar, login's landing and links read this table. Source: specification section 2, requirements R2, R3.
 */
import type { Permission } from '../access/permission.ts';

export interface Screen {
  /** Route name; entity view routes are named 'View {Entity}'. */
  readonly name: string;
  readonly title: string;
  /** With `$param` parameters; no trailing slash. */
  readonly path: string;
  readonly public?: true;
  /** Any of these opens it; absent: every signed-in person. */
  readonly anyOf?: readonly Permission[];
  /** How it lies over the screen named by `parent`. */
  readonly overlay?: 'modal' | 'drawer';
  readonly parent?: string;
  /** false: neither Escape nor a click outside closes it. */
  readonly closable?: false;
}

const screens = [
  { name: 'Login', title: 'Sign in', path: '/auth/login', public: true },
  { name: 'Reset Password', title: 'Reset password', path: '/auth/reset', public: true },
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
  { name: 'Shift History', title: 'Shift History', path: '/billing/shifts', anyOf: ['Shift History'] },
  {
    name: 'View Shift',
    title: 'Shift',
    path: '/billing/shifts/view/$id',
    anyOf: ['Shift History'],
    overlay: 'drawer',
    parent: 'Shift History',
  },
] as const satisfies readonly Screen[];

export type ScreenName = (typeof screens)[number]['name'];

/** All screens in the order of the specification. */
export const allScreens: readonly Screen[] = screens;

/** Answers the screen of a name, or undefined for a name that is none. */
export function findScreen(name: string): Screen | undefined {
  return allScreens.find((screen) => screen.name === name);
}

/** Paths that only lead on to others. */
export const redirects = [
  { path: '/', to: '/dashboard' },
  { path: '/billing', to: '/billing/new' },
  { path: '/billing/shift', to: '/billing/shifts' },
] as const;

/** An entry of the sidebar: a screen, or a group of screens under a title. `tag` is shown, never checked (R3.4). */
export interface SidebarEntry {
  readonly title: string;
  readonly tag?: 'Admin';
  readonly screens: readonly string[];
  readonly when?: 'shiftOpen' | 'noShift';
}

/** The sidebar in order; an entry shows when its title is among the person's permissions and its screen exists. */
export const sidebar: readonly SidebarEntry[] = [
  { title: 'Dashboard', tag: 'Admin', screens: ['Dashboard'] },
  { title: 'Menu', screens: ['Menus', 'Categories', 'Menu Items'] },
  { title: 'Billing', screens: ['New Bill', 'Billing History', 'Shift History'] },
  { title: 'Delivery', screens: ['Manage Delivery'] },
  { title: 'Inventory', tag: 'Admin', screens: ['Inventory', 'Inventory Logs'] },
  { title: 'Vendor', tag: 'Admin', screens: ['Vendors', 'Invoices'] },
  { title: 'Customers', screens: ['Customers'] },
  { title: 'Accounts', screens: ['Accounts'] },
  { title: 'Reports', screens: ['Reports'] },
  { title: 'Website', screens: ['Website'] },
  { title: 'Users', tag: 'Admin', screens: ['Users'] },
  { title: 'Settings', screens: ['Settings'] },
  { title: 'Close Shift', screens: ['Close Shift'], when: 'shiftOpen' },
  { title: 'New Sale', screens: ['New Sale'], when: 'noShift' },
];

/** Answers the screen where a person lands: the first permission that names a screen; none: undefined. */
export function landingScreen(permissions: readonly string[]): Screen | undefined {
  for (const permission of permissions) {
    const screen = findScreen(permission);
    if (screen && !screen.public) return screen;
  }
  return undefined;
}

/** Answers whether the permissions open the screen. */
export function maySee(screen: Screen, permissions: readonly string[]): boolean {
  return screen.public === true || !screen.anyOf || screen.anyOf.some((p) => permissions.includes(p));
}
