/** The demo data of an empty store: two outlets, their menus, people, customers and two months of bills. Source: docs/rules.md#demo. */
import { createCustomer } from '../modules/customer/service.ts';
import { demoPasscode, demoPassword } from '../modules/info/service.ts';
import { saveSettings } from '../modules/setting/service.ts';
import type { Actor } from '../platform/http/actor.ts';
import type { Store } from '../platform/store/store.ts';
import { cafeMenu } from './cafe-menu.ts';
import { customerKey, type DemoUser, demoCustomers, demoUsers } from './demo-people.ts';
import { seedActor } from './seed-actor.ts';
import { seedBackOffice } from './seed-back-office.ts';
import { seedMenu } from './seed-menu.ts';
import { demoOutlets, seedOutlet } from './seed-outlet.ts';
import { demoPast, type PastDays, seedSales } from './seed-sales.ts';
import { seedSite } from './seed-site.ts';
import { seedStock } from './seed-stock.ts';
import { seedUser } from './seed-user.ts';
import { storeMenu } from './store-menu.ts';

const day = 86_400_000;

const cafeSettings = [
  { key: 'BillPrinter', value: 'Front' },
  { key: 'KotPrinter', value: 'Kitchen' },
  { key: 'BotPrinter', value: 'Bar' },
  { key: 'VoidReasons', values: ['Guest changed their mind', 'Wrong item', 'Not available', 'Too late'] },
  { key: 'DiscountPresets', values: ['5', '10', '15'] },
  { key: 'PaymentMethods', values: ['Cash', 'Card', 'BankTransfer'] },
];
const storeSettings = cafeSettings.filter(({ key }) => key !== 'KotPrinter' && key !== 'BotPrinter');

async function seedCustomers(store: Store, actor: Actor, since: number, now: number): Promise<void> {
  const made = demoCustomers.map(({ name, phone, company = '', tin = '', address }, index) =>
    createCustomer(store.at(Math.min(since + index * day, now)), actor, {
      key: customerKey(actor.outletId, name),
      name,
      phone,
      company,
      tin,
      address,
      type: company ? 'Business' : 'Personal',
    }),
  );
  await Promise.all(made);
}

/** Fills the store. Existing records stay, so that an interrupted start can continue. */
export async function seedDemo(store: Store, now: number, past: PastDays = demoPast): Promise<void> {
  const since = now - (past.days + 1) * day;
  const cafe = await seedOutlet(store, demoOutlets.cafe, since);
  const shop = await seedOutlet(store, demoOutlets.store, since);
  const outletIds = { cafe, store: shop };
  const users: (DemoUser & { readonly id: number })[] = [];
  for (const user of demoUsers) {
    const ids = user.outlets.map((name) => outletIds[name]);
    const secrets = { password: demoPassword, passcode: demoPasscode };
    users.push({ ...user, id: await seedUser(store, { ...user, ...secrets, outletIds: ids }, since) });
  }
  const admin = users[0];
  if (!admin) throw new Error('There are no demo users');
  const began = store.at(since);
  await Promise.all([
    seedMenu(began, cafe, { name: 'All day', codePrefix: 'C', categories: cafeMenu }),
    seedMenu(began, shop, { name: 'Shop', codePrefix: 'S', isScanned: true, categories: storeMenu }),
    saveSettings(began, seedActor(admin, cafe), cafeSettings),
    saveSettings(began, seedActor(admin, shop), storeSettings),
    seedCustomers(store, seedActor(admin, cafe), since, now),
    seedCustomers(store, seedActor(admin, shop), since, now),
  ]);
  // Bills use the menu as it is then.
  await seedBackOffice(began, seedActor(admin, cafe), 'cafe');
  await seedBackOffice(began, seedActor(admin, shop), 'store');
  await seedSite(began, seedActor(admin, cafe), since);
  const staff = (outlet: 'cafe' | 'store') => users.filter((user) => user.outlets.includes(outlet));
  await Promise.all([
    seedSales(store, { outletId: cafe, kind: 'cafe', staff: staff('cafe') }, now, past),
    seedSales(store, { outletId: shop, kind: 'store', staff: staff('store') }, now, past),
  ]);
  // Past sales used no stock: the stock is the opening stock, plus what was bought and counted since.
  await seedStock(store, { keeper: seedActor(users[1] ?? admin, cafe), approver: seedActor(admin, cafe) }, now);
}
