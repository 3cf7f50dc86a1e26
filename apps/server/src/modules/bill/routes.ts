/** API calls of bills. */
import type { Bill } from '@atoll/domain/bill/bill';
import * as contract from '@atoll/domain/contract/bill/bill';
import * as handing from '@atoll/domain/contract/bill/hand';
import * as joining from '@atoll/domain/contract/bill/join';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import { readList } from '../../platform/http/list.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { listSellers } from '../auth/service.ts';
import { correctPayment } from './command/correct-payment.ts';
import { createBill } from './command/create.ts';
import { divideItem } from './command/divide.ts';
import { handBills } from './command/hand.ts';
import { joinBillSlots } from './command/join.ts';
import { mergeBills } from './command/merge.ts';
import { payBill } from './command/pay.ts';
import { refundBill } from './command/refund.ts';
import { reprintBill } from './command/reprint.ts';
import { splitBill } from './command/split.ts';
import { issueTaxInvoice } from './command/tax-invoice.ts';
import { transferBill } from './command/transfer.ts';
import { updateBill } from './command/update.ts';
import { voidBill } from './command/void.ts';
import { activeBills, findBill } from './read/find.ts';
import { billSorts, listBillPeople, listBills } from './read/list.ts';
import { billTimeline } from './read/timeline.ts';
import { type BillViewer, viewed, viewedRefusal } from './read/viewed.ts';

/** Adds the address by which a guest claims the points of a bill. */
type WithClaim = (outletId: number, bill: Bill) => Promise<Bill>;

const json = 'application/json; charset=utf-8';
const sorts = Object.keys(billSorts) as (keyof typeof billSorts)[];

/** Registers the calls of bills. */
export function registerBill(app: FastifyInstance, { store }: Services, withClaim: WithClaim): void {
  route(app, contract.createBill, async ({ actor, body }) => viewed(actor, await createBill(store, actor, body)));
  route(app, contract.updateBill, async ({ actor, body }) => {
    const { bill, insertedKeys, conflicts } = await viewedRefusal(actor, updateBill(store, actor, body));
    return { ...viewed(actor, bill), insertedKeys, conflicts: seenConflicts(actor, bill, conflicts) };
  });
  route(app, contract.payBill, async ({ actor, body }) => {
    const { bill, change } = await viewedRefusal(actor, payBill(store, actor, body));
    return { ...(await withClaim(actor.outletId, viewed(actor, bill))), change };
  });
  route(app, contract.voidBill, async ({ actor, body }) => viewed(actor, await voidBill(store, actor, body)));
  route(app, contract.transferBill, async ({ actor, body }) => viewed(actor, await transferBill(store, actor, body)));
  route(app, contract.mergeBills, ({ actor, body }) => mergeBills(store, actor, body));
  route(app, contract.splitBill, ({ actor, body }) => splitBill(store, actor, body));
  route(app, contract.divideItem, ({ actor, body }) => divideItem(store, actor, body));
  route(app, contract.reprintBill, ({ actor, body }) => reprintBill(store, actor, body));
  route(app, contract.issueTaxInvoice, ({ actor, body }) => issueTaxInvoice(store, actor, body));
  route(app, contract.refundBill, ({ actor, body }) => refundBill(store, actor, body));
  route(app, joining.joinSlots, async ({ actor, body }) => viewed(actor, await joinBillSlots(store, actor, body)));
  route(app, handing.handBills, async ({ actor, body }) =>
    (await handBills(store, actor, body)).map((bill) => viewed(actor, bill)),
  );
  route(app, handing.listWaiters, ({ actor }) => listSellers(store, actor.outletId));
  route(app, contract.correctPayment, async ({ actor, body }) =>
    viewed(actor, await correctPayment(store, actor, body)),
  );
  route(app, contract.billTimeline, ({ actor, params }) => billTimeline(store, actor, params.id));
  route(app, contract.findBill, async ({ actor, params }) =>
    withClaim(actor.outletId, viewed(actor, await findBill(store, actor.outletId, params.id, actor.userId))),
  );

  route(app, contract.activeBills, async ({ actor, reply }) => {
    const { seq, bills } = await activeBills(store, actor);
    return reply
      .header('x-outlet-seq', String(seq))
      .header('content-type', json)
      .send(`[${bills.join(',')}]`);
  });

  route(app, contract.billPeople, ({ actor }) => listBillPeople(store, actor.outletId));

  route(app, contract.listBills, async ({ actor, query, reply }) => {
    const list = readList(query, sorts);
    const { bills, count, isCountExact } = await listBills(store, actor, {
      ...list,
      type: given(query.type),
      status: given(query.status),
      customerId: idOf('customerId', query.customerId) ?? idOf('id', list.parent),
      shiftId: idOf('shiftId', query.shiftId),
      userId: idOf('userId', query.userId),
      slot: idOf('slot', query.slot),
      method: given(query.method),
      fromDay: query.fromDay,
      toDay: query.toDay,
      minTotal: laariOf(query.minTotal),
      maxTotal: laariOf(query.maxTotal),
      isCounted: list.isPaged,
    });
    const items = `[${bills.join(',')}]`;
    const head = {
      count,
      pageSize: list.limit,
      totalPages: Math.ceil(count / list.limit),
      ...(isCountExact ? {} : { isCountExact }),
    };
    const page = `{"items":${items},${JSON.stringify(head).slice(1)}`;
    return reply.header('content-type', json).send(list.isPaged ? page : items);
  });
}

/** Returns the conflicts of an update; none of a bill that the sender may not see. */
const seenConflicts = <T extends object>(sender: BillViewer, bill: Bill, conflicts: readonly T[]): T[] =>
  viewed(sender, bill).isMasked ? [] : conflicts.map((one) => ({ ...one }));

const given = (text: string | undefined): string | undefined =>
  text === undefined || text === '' || text === 'null' ? undefined : text;

const laariOf = (text: string | undefined): number | undefined => (text ? Number(text) : undefined);

function idOf(field: string, text: string | undefined): number | undefined {
  const value = given(text);
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw refused('malformed', { errors: { [field]: 'Must be an id' } });
  return Number(value);
}
