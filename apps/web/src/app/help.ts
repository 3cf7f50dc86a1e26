/** Where the guide describes a screen. The pages are built from docs/guide; a test checks each heading named here. */
import { baseScreenOf, type Screen, type ScreenName } from '@atoll/domain/nav/nav';

/** Page and heading, by the screen below all overlays. */
export const helpPlaces: Partial<Record<ScreenName, string>> = {
  Login: 'starting#signing-in',
  'Reset Password': 'starting#signing-in',
  Join: 'starting#another-device',
  'Check Device': 'starting#another-device',
  'First Visit': 'starting#the-first-visit',
  Dashboard: 'manager#the-day-at-a-glance',
  'New Bill': 'waiter#taking-an-order',
  Floor: 'waiter#the-floor',
  Checkout: 'cashier#taking-a-payment',
  'New Sale': 'cashier#starting-a-shift',
  'Close Shift': 'cashier#closing-a-shift',
  'Billing History': 'cashier#earlier-bills',
  'Shift History': 'manager#shifts',
  Kitchen: 'kitchen#the-kitchen-screen',
  'Manage Delivery': 'cashier#deliveries',
  'Delivery History': 'cashier#deliveries',
  Customers: 'manager#customers-and-accounts',
  Accounts: 'manager#customers-and-accounts',
  Wallets: 'manager#customers-and-accounts',
  Orders: 'manager#orders',
  Points: 'manager#points',
  'Points Rules': 'manager#points',
  Tiers: 'manager#points',
  Menus: 'manager#the-menu',
  Categories: 'manager#the-menu',
  'Menu Items': 'manager#the-menu',
  Modifiers: 'manager#the-menu',
  Prices: 'manager#prices',
  Promotions: 'manager#prices',
  'Price Changes': 'manager#prices',
  'Customer Groups': 'manager#prices',
  'Dry Run': 'manager#prices',
  'Price Test': 'manager#prices',
  Coupons: 'manager#prices',
  Sets: 'manager#prices',
  Inventory: 'manager#stock',
  'Inventory Logs': 'manager#stock',
  Requests: 'manager#stock',
  Counts: 'manager#counting',
  Recipes: 'manager#stock',
  Storages: 'manager#stock',
  Vendors: 'manager#buying',
  Invoices: 'manager#buying',
  'Delivery Zones': 'manager#delivery-zones',
  Reports: 'manager#reports',
  'Report Templates': 'manager#reports',
  'View Report': 'manager#reports',
  Website: 'owner#the-website',
  Users: 'owner#people',
  Settings: 'owner#settings',
  Stations: 'owner#stations',
  'Print Jobs': 'starting#printers',
};

/** Returns the address of the guide's section about a screen, or of its first page when there is none. */
export function helpFor(screen: Screen | undefined): string {
  const place = screen && helpPlaces[baseScreenOf(screen).name as ScreenName];
  const [page = 'starting', heading] = (place ?? 'starting').split('#');
  return `/help/${page}.html${heading ? `#${heading}` : ''}`;
}
