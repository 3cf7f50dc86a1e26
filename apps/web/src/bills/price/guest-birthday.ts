/** Birthdays of guests, for whom promotions may count. Source: docs/rules.md#birthdays. */
import type { BillCustomer } from '@atoll/domain/bill/bill';
import type { Customer } from '@atoll/domain/contract/people/customer';
import { birthdayNear } from '@atoll/domain/date/birthday';
import { businessDate } from '@atoll/domain/date/business-day';
import { defaultBusinessDayCutoff, defaultTimezone } from '@atoll/domain/outlet/defaults';
import type { PriceRules } from '@atoll/domain/price/rules';
import { call } from '../../api/api.ts';
import { tillNow } from '../../clock/till-clock.ts';
import { uuidv7 } from '../../session/id.ts';
import { useApp } from '../../sync/app-store.ts';
import { useBills } from '../bills.ts';
import { billCustomer } from '../take-bills.ts';
import { withAccountDiscount } from './guest-discount.ts';

const asksForBirthday = ({ promotions = [] }: PriceRules): boolean =>
  promotions.some(({ trigger }) => trigger === 'Birthday');

/** Returns what a bill keeps of a customer, with the birthday where a promotion asks for it and it is near. */
export function guestOf(person: Customer): BillCustomer {
  const { prices, outlet } = useApp.getState();
  const guest = billCustomer(person);
  if (!asksForBirthday(prices)) return guest;
  const { timezone = defaultTimezone, businessDayCutoff: cutoff = defaultBusinessDayCutoff } = outlet ?? {};
  const day = birthdayNear(person.birthday, businessDate(tillNow(), timezone, cutoff));
  return day === undefined ? guest : { ...guest, birthday: { day, used: [] } };
}

/** Returns a customer for a price test at any time, with the discount that counts for them, and what they already had of these rules. */
export async function testedGuest(person: Customer, rules: PriceRules): Promise<BillCustomer> {
  const guest = await withAccountDiscount(billCustomer(person), person.accountId);
  if (!person.birthday || !asksForBirthday(rules)) return guest;
  return { ...guest, birthday: { day: person.birthday, used: await usedBy(person.id, uuidv7()) } };
}

async function usedBy(customerId: number, billKey: string): Promise<readonly number[]> {
  const query = { customerId: String(customerId), billKey };
  return (await call('prices.birthdays', { query, inPlace: true })).used;
}

/** Asks the server which promotions for the birthday the guest of a bill already had; without the server they count. */
export async function askBirthday(billKey: string, guest: BillCustomer | null): Promise<void> {
  if (!guest?.birthday || guest.id === null) return;
  const { id } = guest;
  try {
    const used = await usedBy(id, billKey);
    const { bills, setCustomer } = useBills.getState();
    const now = bills[billKey]?.customer;
    if (used.length === 0 || now?.id !== id || !now.birthday || now.birthday.used.length > 0) return;
    setCustomer(billKey, { ...now, birthday: { ...now.birthday, used } });
  } catch {
    // The server refuses with the save what the guest already had.
  }
}
