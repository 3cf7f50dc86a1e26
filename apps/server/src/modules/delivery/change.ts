/** Changes of a delivery's details and status. Source: docs/rules.md#deliveries, R2.15. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { BillDelivery, DeliveryStatus, DeliveryStep } from '@atoll/domain/bill/bill-delivery';
import { inState } from '@atoll/domain/bill/states';
import type * as contract from '@atoll/domain/contract/bill/delivery';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { deliveryOf } from '@atoll/domain/delivery/delivery';
import { feeLine } from '@atoll/domain/delivery/fee';
import { isPhoneText } from '@atoll/domain/delivery/phone';
import { deliveryKind, stepDelivery, stepsToReady, voidsBill } from '@atoll/domain/delivery/states';
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import { Refused, refused } from '../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import type { Need } from '../approval/service.ts';
import {
  type BillActor,
  checkLowering,
  findStored,
  instant,
  loadBill,
  voidIn,
  withDeliveryFee,
  writeDelivery,
} from '../bill/service.ts';
import { renameTickets } from '../kitchen/service.ts';
import { findRider } from './rider.ts';
import { type ZoneOnBill, zoneOf } from './zone.ts';

export type DeliveryInput = BodyOf<typeof contract.changeDelivery>;

/**
 * Returns the bill after the change; a repeated change has no effect. Refused: 'notFound', 'notDelivery', 'deliveryStep',
 * 'deliveryEnded', 'orderEmpty', 'reasonMissing', 'zoneUnknown', 'riderUnknown', 'phoneInvalid', 'billVoid', 'billClosed' (a fee after payment), 'forbidden'.
 */
export async function changeDelivery(store: Store, actor: BillActor, input: DeliveryInput): Promise<Bill> {
  const riderName = input.riderId ? await findRider(store, actor.outletId, input.riderId) : undefined;
  return store.writeOutlet(actor.outletId, async (tx) => {
    const stored = await loadBill(tx, actor, input.billId);
    const before = stored.bill;
    const to = nextStatus(before, input);
    const details = await detailsOf(tx, before, { ...input, ...(riderName === undefined ? {} : { riderName }) });
    const delivery =
      to === before.deliveryStatus
        ? details
        : { ...details, steps: [...details.steps, stepOf(tx, actor, to, input.reason)] };
    if (to === before.deliveryStatus && JSON.stringify(details) === JSON.stringify(deliveryOf(before))) return before;
    if (before.isVoid) throw refused('billVoid', { extra: { bill: before } });
    if (voidsBill(to) && before.isOpen)
      return voidIn(tx, actor, stored, input.reason ?? '', { delivery, deliveryStatus: to });
    const needs = needsForFee(before, delivery);
    const charged = withFeeOf(tx, actor, { ...before, delivery, deliveryStatus: to });
    const { bills, approval, notes } = await checkLowering(tx, actor, [charged], { needs });
    const [after = charged] = bills;
    await renameTickets(tx, before, after);
    return writeDelivery(tx, actor, stored, after, { approval, lowering: notes[0] ?? null });
  });
}

/** Moves the delivery of a bill to Ready when the kitchen has made all of its items. */
export async function markReady(tx: OutletTx, actor: BillActor, billId: number): Promise<void> {
  const stored = await findStored(tx, billId);
  const kind = stored && deliveryKind(stored.bill.type);
  if (!stored || !kind || stored.bill.deliveryStatus === null || stored.bill.isVoid) return;
  const steps = stepsToReady(kind, stored.bill.deliveryStatus);
  if (steps.length === 0) return;
  const delivery = deliveryOf(stored.bill);
  const taken = steps.map((status) => stepOf(tx, actor, status, ''));
  writeDelivery(tx, actor, stored, {
    ...stored.bill,
    deliveryStatus: 'Ready',
    delivery: { ...delivery, steps: [...delivery.steps, ...taken] },
  });
}

function nextStatus(bill: Bill, { deliveryStatus, reason }: DeliveryInput): DeliveryStatus {
  const wanted = deliveryStatus ?? bill.deliveryStatus;
  const step = wanted === null ? null : stepDelivery(deliveryKind(bill.type), bill.deliveryStatus, wanted, reason);
  if (step === null) throw refused('notDelivery', { extra: { bill } });
  if (!step.ok) throw new Refused({ ...step.refusal, extra: { bill } });
  if (step.value !== bill.deliveryStatus && startStatuses.includes(step.value) && !hasGoods(bill))
    throw refused('orderEmpty', { extra: { bill } });
  return step.value;
}

/** Statuses in which people work on the order. */
const startStatuses: readonly DeliveryStatus[] = ['Accepted', 'Preparing'];

/** Returns whether there is something to deliver or pick up: the delivery fee alone is nothing. */
function hasGoods(bill: Bill): boolean {
  const fee = feeLine(bill);
  return bill.items.some((item) => !item.isVoid && item !== fee);
}

const stepOf = (tx: OutletTx, actor: BillActor, status: DeliveryStatus, reason = ''): DeliveryStep => ({
  status,
  at: instant(tx.now),
  by: actor.userId,
  byName: actor.name,
  reason: reason.trim(),
});

const texts = ['name', 'phone', 'address', 'landmark', 'note', 'allergies', 'channel'] as const;

async function detailsOf(tx: OutletTx, bill: Bill, input: DeliveryInput): Promise<BillDelivery> {
  const known = deliveryOf(bill);
  const sent = Object.fromEntries(
    texts.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name].trim()]])),
  );
  checkPhone(known, input.phone?.trim());
  const details: BillDelivery = { ...known, ...sent, ...(await feeTerms(tx, known, input)), ...riderOf(input) };
  if (input.promisedAt === undefined) return details;
  return { ...details, promisedAt: input.promisedAt === null ? null : instant(Date.parse(input.promisedAt)) };
}

/** Refuses a phone number that cannot be dialled: 'phoneInvalid'. A stored one may stay. */
function checkPhone(known: BillDelivery, phone = known.phone): void {
  if (phone === known.phone || isPhoneText(phone)) return;
  throw refused('phoneInvalid', { errors: { phone: anyRefusal('phoneInvalid').message } });
}

function riderOf({ riderId, riderName }: DeliveryInput): Partial<BillDelivery> {
  if (riderId === undefined && riderName === undefined) return {};
  return { riderId: riderId || null, riderName: (riderName ?? '').trim() };
}

type FeeTerms = Pick<BillDelivery, 'zoneId' | 'zoneName' | 'zoneFee' | 'minOrder' | 'freeAbove' | 'isFeeFixed' | 'fee'>;

async function feeTerms(
  tx: OutletTx,
  known: BillDelivery,
  input: DeliveryInput,
): Promise<Partial<FeeTerms & Pick<BillDelivery, 'promisedAt'>>> {
  const isMoved = input.zoneId !== undefined && input.zoneId !== known.zoneId;
  const { promisedAt, ...zone }: Partial<ZoneOnBill> = isMoved ? await zoneOf(tx, input.zoneId ?? 0) : {};
  const promised = known.promisedAt === null && promisedAt !== undefined ? { promisedAt } : {};
  const base = { ...known, ...zone };
  if (input.fee === undefined) return isMoved ? { ...zone, ...promised, fee: base.zoneFee, isFeeFixed: false } : {};
  return { ...zone, ...promised, fee: input.fee, isFeeFixed: base.zoneId === 0 || input.fee !== base.zoneFee };
}

/** Returns what a changed fee needs: one below the zone's 'price.override'. After payment it cannot change. Refused: 'billClosed'. */
function needsForFee(bill: Bill, delivery: BillDelivery): readonly Need[] {
  const was = deliveryOf(bill);
  if (!bill.isOpen && delivery.fee !== was.fee) throw refused('billClosed', { extra: { bill } });
  const isLower = delivery.isFeeFixed && delivery.zoneId > 0 && delivery.fee < delivery.zoneFee;
  if (!isLower || (was.isFeeFixed && was.fee === delivery.fee)) return [];
  return [{ permission: 'price.override', subjectKey: bill.key }];
}

function withFeeOf(tx: OutletTx, actor: BillActor, bill: Bill): Bill {
  const charged = withDeliveryFee(tx, actor, bill);
  return charged.total === bill.total && charged.items === bill.items ? charged : inState(charged, 'Saved');
}
