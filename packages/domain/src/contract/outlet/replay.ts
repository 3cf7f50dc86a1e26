/** Past days priced again as planned: Dry Run. Source: R21.31, docs/rules.md#dry-run. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { calendarDate, id, percent } from '../platform/shape.ts';

/** The longest time that is priced again. */
export const maxReplayDays = 31;
/** How many items are listed: those whose revenue moves most. */
export const movedItems = 20;

/** Sums of sales, laari. Refunds are left out. */
const figures = z.object({
  subTotal: z.int(),
  promotion: z.int(),
  discount: z.int(),
  serviceCharge: z.int(),
  gst: z.int(),
  total: z.int(),
  rounding: z.int(),
  /** Revenue of items after promotions and discounts, without GST. */
  net: z.int(),
  /** What is known of the costs of the items now. */
  cost: z.int(),
  margin: z.int(),
});
export type ReplayFigures = z.infer<typeof figures>;

const chosen = z.array(id).check(z.maxLength(100));

export const replayPrices = defineEndpoint({
  key: 'prices.replay',
  method: 'POST',
  path: '/bis/prices/replay',
  summary:
    'Prices the sales of at most 31 business days again as planned, and returns the sums as they were and as they would be, and the items that move most. Guests buy the same; refunds are left out. Writes nothing',
  access: { who: 'member', anyOf: ['Prices'], allOf: ['report.view'] },
  body: z.object({
    fromDay: calendarDate,
    toDay: calendarDate,
    priceChangeIds: chosen,
    listIds: chosen,
    promotionIds: chosen,
    /** Menus whose categories count as if they were published. */
    menuIds: chosen,
    /** null: as they were. */
    rates: z.object({ gstPct: z.nullable(percent), serviceChargePct: z.nullable(percent) }),
  }),
  answer: z.object({
    bills: z.int(),
    was: figures,
    wouldBe: figures,
    items: z.array(
      z.object({ id, name: z.string(), size: z.string(), qty: z.number(), was: z.int(), wouldBe: z.int() }),
    ),
    /** Sold items whose cost is not known. */
    withoutCost: z.int(),
  }),
  refusals: ['invalid', 'notFound', 'reportTooLong'],
});
