import type { ScreenName } from '@atoll/domain/nav/nav';
import type { ResourceScreens } from '../../resource/resource-screens.tsx';
import type { Screen } from './lazy-screen.tsx';

type Load = () => Promise<Screen>;

/** Returns the loaders of an entity's five screens, by their names in the route table. */
function entity(one: string, many: string, load: () => Promise<ResourceScreens>): Partial<Record<ScreenName, Load>> {
  const part = (name: keyof ResourceScreens) => async () => (await load())[name];
  return {
    [many]: part('list'),
    ...Object.fromEntries(
      (['View', 'Create', 'Edit', 'Delete'] as const).map((kind) => [`${kind} ${one}`, part(kind)]),
    ),
  };
}

/** Loaders of the screens, by the names of the route table, without the two that a device may show first. */
export const screenLoaders: Partial<Record<ScreenName, Load>> = {
  'First Visit': async () => (await import('../../features/setup/start-screen.tsx')).StartScreen,
  Settings: async () => (await import('../../features/setting/settings-screen.tsx')).SettingsScreen,
  'Print Jobs': async () => (await import('../../features/print-job/print-jobs-screen.tsx')).PrintJobsScreen,
  'Reset Password': async () => (await import('../../features/sign-in/reset-screen.tsx')).ResetScreen,
  Join: async () => (await import('../../features/sign-in/join-screen.tsx')).JoinScreen,
  'Check Device': async () => (await import('../../features/sign-in/check-screen.tsx')).CheckScreen,
  Dashboard: async () => (await import('../../features/dashboard/dashboard-screen.tsx')).DashboardScreen,
  'Select Customer': async () => (await import('../../features/bill/select-customer.tsx')).SelectCustomer,
  'Select Size': async () => (await import('../../features/bill/item/select-size.tsx')).SelectSize,
  Floor: async () => (await import('../../features/bill/floor/floor-screen.tsx')).FloorScreen,
  Checkout: async () => (await import('../../features/checkout/checkout-screen.tsx')).CheckoutScreen,
  'Billing History': async () => (await import('../../features/bill-history/history-screen.tsx')).HistoryScreen,
  'View Bill': async () => (await import('../../features/bill-history/view-bill.tsx')).ViewBill,
  'Settle Bill': async () => (await import('../../features/checkout/settle-bill.tsx')).SettleBill,
  'Edit Bill': async () => (await import('../../features/bill-history/edit-bill.tsx')).EditBill,
  'Void Bill': async () => (await import('../../features/bill-history/void-bill.tsx')).VoidBill,
  'Shift History': async () =>
    (await import('../../features/shift/report/shift-history-screen.tsx')).ShiftHistoryScreen,
  'View Shift': async () => (await import('../../features/shift/report/view-shift.tsx')).ViewShift,
  'New Sale': async () => (await import('../../features/shift/new-sale-screen.tsx')).NewSaleScreen,
  Users: async () => (await import('../../features/user/users-screen.tsx')).UsersScreen,
  'View User': async () => (await import('../../features/user/view-user.tsx')).ViewUser,
  'Create User': async () => (await import('../../features/user/user-form.tsx')).CreateUser,
  'Edit User': async () => (await import('../../features/user/user-form.tsx')).EditUser,
  'Delete User': async () => (await import('../../features/user/delete-user.tsx')).DeleteUser,
  'Close Shift': async () => (await import('../../features/shift/close/close-shift-screen.tsx')).CloseShiftScreen,
  'Manage Delivery': async () => (await import('../../features/delivery/manage-screen.tsx')).ManageScreen,
  'View Delivery': async () => (await import('../../features/delivery/view-delivery.tsx')).ViewDelivery,
  'Delivery History': async () => (await import('../../features/delivery/history-screen.tsx')).DeliveryHistoryScreen,
  'View Delivered': async () => (await import('../../features/delivery/view-delivery.tsx')).ViewDelivered,
  'Edit Delivery': async () => (await import('../../features/delivery/edit-delivery.tsx')).EditDelivery,
  'Delete Delivery': async () => (await import('../../features/delivery/edit-delivery.tsx')).DeleteDelivery,
  Kitchen: async () => (await import('../../features/kitchen/kitchen-screen.tsx')).KitchenScreen,
  ...entity('Menu', 'Menus', async () => (await import('../../features/menu/menu-screens.tsx')).menuScreens),
  ...entity(
    'Category',
    'Categories',
    async () => (await import('../../features/menu/menu-screens.tsx')).categoryScreens,
  ),
  ...entity(
    'Storage',
    'Storages',
    async () => (await import('../../features/storage/storage-screens.tsx')).storageScreens,
  ),
  ...entity('Menu Item', 'Menu Items', async () => (await import('../../features/menu/item-screens.tsx')).itemScreens),
  ...entity(
    'Modifier Group',
    'Modifiers',
    async () => (await import('../../features/menu/item-screens.tsx')).modifierScreens,
  ),
  ...entity(
    'Price List',
    'Prices',
    async () => (await import('../../features/price/price-screens.tsx')).priceListScreens,
  ),
  ...entity(
    'Promotion',
    'Promotions',
    async () => (await import('../../features/price/price-screens.tsx')).promotionScreens,
  ),
  ...entity(
    'Choice Group',
    'Sets',
    async () => (await import('../../features/price/price-screens.tsx')).choiceGroupScreens,
  ),
  ...entity(
    'Price Change',
    'Price Changes',
    async () => (await import('../../features/price/price-screens.tsx')).priceChangeScreens,
  ),
  ...entity(
    'Customer Group',
    'Customer Groups',
    async () => (await import('../../features/price/price-screens.tsx')).customerGroupScreens,
  ),
  'Price Test': async () => (await import('../../features/price/price-test/price-test-screen.tsx')).PriceTestScreen,
  ...entity(
    'Inventory Item',
    'Inventory',
    async () => (await import('../../features/inventory-item/inventory-item-screens.tsx')).inventoryItemScreens,
  ),
  ...entity(
    'Station',
    'Stations',
    async () => (await import('../../features/setting/station-screens.tsx')).stationScreens,
  ),
  ...entity('Zone', 'Delivery Zones', async () => (await import('../../features/zone/zone-screens.tsx')).zoneScreens),
  ...entity(
    'Customer',
    'Customers',
    async () => (await import('../../features/customer/customer-screens.tsx')).customerScreens,
  ),
  'Customer Bills': async () => (await import('../../features/customer/customer-bills.tsx')).CustomerBills,
  'View Customer Bill': async () => (await import('../../features/customer/customer-bills.tsx')).ViewCustomerBill,
  ...entity(
    'Account',
    'Accounts',
    async () => (await import('../../features/account/account-screens.tsx')).accountScreens,
  ),
  Wallets: async () => (await import('../../features/wallet/wallet-screens.tsx')).WalletsScreen,
  'View Wallet': async () => (await import('../../features/wallet/wallet-screens.tsx')).ViewWallet,
  ...entity('Vendor', 'Vendors', async () => (await import('../../features/vendor/vendor-screens.tsx')).vendorScreens),
  Reports: async () => (await import('../../features/report/reports-screen.tsx')).ReportsScreen,
  'Report Config': async () => (await import('../../features/report/template/report-config.tsx')).ReportConfig,
  'Report Templates': async () => (await import('../../features/report/template/templates-screen.tsx')).TemplatesScreen,
  'View Report': async () => (await import('../../features/report/view-report.tsx')).ViewReport,
  'Inventory Logs': async () => (await import('../../features/stock/log-screens.tsx')).LogsScreen,
  'View Inventory Log': async () => (await import('../../features/stock/log-screens.tsx')).ViewLog,
  'Create Inventory Log': async () => (await import('../../features/stock/log-screens.tsx')).AdjustStock,
  Requests: async () => (await import('../../features/stock/request-list.tsx')).RequestsScreen,
  'View Request': async () => (await import('../../features/stock/request-view.tsx')).ViewRequest,
  'Create Request': async () => (await import('../../features/stock/request-form.tsx')).CreateRequest,
  'Edit Request': async () => (await import('../../features/stock/request-form.tsx')).EditRequest,
  'Delete Request': async () => (await import('../../features/stock/request-form.tsx')).DeleteRequest,
  Counts: async () => (await import('../../features/stock/count-list.tsx')).CountsScreen,
  'View Count': async () => (await import('../../features/stock/count-view.tsx')).ViewCount,
  'Create Count': async () => (await import('../../features/stock/count-form.tsx')).CreateCount,
  'Edit Count': async () => (await import('../../features/stock/count-form.tsx')).EditCount,
  'Delete Count': async () => (await import('../../features/stock/count-form.tsx')).DeleteCount,
  Recipes: async () => (await import('../../features/stock/recipe-screens.tsx')).RecipesScreen,
  'View Recipe': async () => (await import('../../features/stock/recipe-screens.tsx')).ViewRecipe,
  'Create Recipe': async () => (await import('../../features/stock/recipe-screens.tsx')).CreateRecipe,
  'Edit Recipe': async () => (await import('../../features/stock/recipe-screens.tsx')).EditRecipe,
  'Delete Recipe': async () => (await import('../../features/stock/recipe-screens.tsx')).DeleteRecipe,
  Invoices: async () => (await import('../../features/invoice/invoice-list.tsx')).InvoicesScreen,
  'View Invoice': async () => (await import('../../features/invoice/invoice-view.tsx')).ViewInvoice,
  'Create Invoice': async () => (await import('../../features/invoice/invoice-form.tsx')).CreateInvoice,
  'Edit Invoice': async () => (await import('../../features/invoice/invoice-form.tsx')).EditInvoice,
  'Delete Invoice': async () => (await import('../../features/invoice/invoice-form.tsx')).DeleteInvoice,
  Website: async () => (await import('../../features/website/website-screen.tsx')).WebsiteScreen,
  'View Page': async () => (await import('../../features/website/page-screens.tsx')).pageScreens.View,
  'Create Page': async () => (await import('../../features/website/page-screens.tsx')).pageScreens.Create,
  'Edit Page': async () => (await import('../../features/website/page-screens.tsx')).pageScreens.Edit,
  'Delete Page': async () => (await import('../../features/website/page-screens.tsx')).pageScreens.Delete,
};
