/** Delivery details: defaults, lateness, and the cash that riders have to hand in. Source: docs/rules.md#deliveries, docs/rules.md#riders. */
import type { Bill } from '../bill/bill.ts';
import type { BillDelivery } from '../bill/bill-delivery.ts';
import { isEnded } from './states.ts';

/** Returns the default details of a bill, with the customer's name and phone. */
export function emptyDelivery(bill: Pick<Bill, 'customer' | 'type'>): BillDelivery {
  return {
    name: bill.customer?.name ?? '',
    phone: bill.customer?.phone ?? '',
    address: '',
    landmark: '',
    zoneId: 0,
    zoneName: '',
    zoneFee: 0,
    minOrder: 0,
    freeAbove: null,
    isFeeFixed: false,
    fee: 0,
    channel: bill.type === 'Takeaway' ? 'Walk-in' : 'Phone',
    promisedAt: null,
    riderId: null,
    riderName: '',
    note: '',
    steps: [],
  };
}

/** Returns the delivery details of a bill, or the default ones. */
export function deliveryOf(bill: Pick<Bill, 'delivery' | 'customer' | 'type'>): BillDelivery {
  return bill.delivery ?? emptyDelivery(bill);
}

/** Minutes from the order until it is due when no time was promised. */
export const defaultDeliveryMinutes = 45;

/** Returns the instant (epoch ms) when a delivery is due: the promised one, otherwise the default time after the order. */
export function dueAt(bill: Pick<Bill, 'delivery' | 'createdAt'>): number {
  const promised = bill.delivery?.promisedAt ?? null;
  return promised === null ? Date.parse(bill.createdAt) + defaultDeliveryMinutes * 60_000 : Date.parse(promised);
}

/** Returns whether a delivery is late at an instant (epoch ms). */
export function isLate(bill: Pick<Bill, 'delivery' | 'createdAt' | 'deliveryStatus'>, now: number): boolean {
  return bill.deliveryStatus !== null && !isEnded(bill.deliveryStatus) && dueAt(bill) < now;
}

/** The deliveries and cash of one rider in a shift. Money in laari. */
export interface RiderCash {
  readonly riderId: number | null;
  readonly riderName: string;
  readonly deliveries: number;
  /** Cash payments of delivered bills: the rider has handed them in. */
  readonly handedIn: number;
  /** The total of delivered bills that are still open: the rider still has it. */
  readonly toHandIn: number;
}

type RiderBill = Pick<Bill, 'delivery' | 'deliveryStatus' | 'isOpen' | 'isVoid' | 'total' | 'payments'>;

/** Returns what each rider collected and has to hand in, sorted by name; deliveries without a rider come last under ''. */
export function riderCashOf(bills: readonly RiderBill[]): RiderCash[] {
  const riders = new Map<string, RiderCash>();
  for (const bill of bills) {
    if (bill.deliveryStatus !== 'Delivered' || bill.isVoid) continue;
    const { riderId = null, riderName = '' } = bill.delivery ?? {};
    const key = `${riderId ?? ''} ${riderName}`;
    const known = riders.get(key) ?? { riderId, riderName, deliveries: 0, handedIn: 0, toHandIn: 0 };
    const cash = bill.payments
      .filter((payment) => payment.method === 'Cash' && payment.status === 'Captured')
      .reduce((sum, payment) => sum + payment.amount, 0);
    riders.set(key, {
      ...known,
      deliveries: known.deliveries + 1,
      handedIn: known.handedIn + cash,
      toHandIn: known.toHandIn + (bill.isOpen ? bill.total : 0),
    });
  }
  return [...riders.values()].sort(
    (a, b) => Number(a.riderName === '') - Number(b.riderName === '') || (a.riderName < b.riderName ? -1 : 1),
  );
}
